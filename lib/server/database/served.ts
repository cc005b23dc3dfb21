import 'server-only'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { log } from '../log'

/** How long one of many waits: for a connection, for a lock of another, for any answer at all. Null waits for ever. */
export type Patience = { lockMs: number; answerMs: number } | null

export const everyday: Patience = { lockMs: 5_000, answerMs: 10_000 }

/** A PostgreSQL server by its address. */
export function served(connectionString: string, patience: Patience = everyday): Dialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: { getTypeParser },
    onConnect: (client) => settle(client, patience),
    ...(patience ? { query_timeout: patience.answerMs } : {}),
  })
  // Without a listener a connection that the server ends would end this process too.
  pool.on('connect', (client) => client.on('error', (cause) => log.warn({ err: cause }, 'database_connection_lost')))
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool: { connect: async () => guarded(await pool.connect()), end: () => pool.end() } })
}

/** What a count adds up to comes as text, for it might be too long for a number; ours are not. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)

/** What must hold whatever the server's own settings: commits are flushed, and nobody waits without end. */
async function settle(client: pg.ClientBase, patience: Patience): Promise<void> {
  await client.query(
    `select set_config('default_transaction_isolation', 'read committed', false),
      set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end, false),
      set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $2, false)`,
    [String(patience?.lockMs ?? 0), String(patience?.answerMs ?? 0)],
  )
}

/** A connection that failed other than by a refusal of the server is thrown away: the next user would wait behind the lost query. */
function guarded(client: pg.PoolClient): PostgresPoolClient {
  let broken: Error | undefined
  const query = async (sql: string, parameters: unknown[]) => {
    if (broken) throw broken
    try {
      return await client.query(sql, parameters)
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError)) broken = cause as Error
      throw cause
    }
  }
  // Its other form takes cursors, which nobody here uses.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(broken) }
}
