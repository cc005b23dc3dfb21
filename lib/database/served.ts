import 'server-only'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { log } from '@/lib/platform/log'
import { isBeside, isKeptOut, KeptOut, lockMs } from './patience'

/** How long one of many waits: for a connection, for a lock of another, for any answer at all. Null waits for ever. */
export type Patience = { lockMs: number; answerMs: number } | null

export const everyday = { lockMs: lockMs.acting, answerMs: 10_000 }

/**
 * A PostgreSQL server by its address. What only reads has connections of its own, and so has what is noted beside an answer: neither
 * stands behind those who wait for a lock, for each of whom one connection waits as well.
 */
export function served(connectionString: string, patience: Patience = everyday): Dialect {
  const pool = (max: number, more: Partial<pg.PoolConfig> = {}, each = patience) =>
    poolOf({ connectionString, max, connectionTimeoutMillis: 5_000, ...more }, each)
  // Nobody keeps one of these for a lock, so where all are in use there is only much to do.
  const beside = pool(3, { connectionTimeoutMillis: 15_000 }, patience && { ...patience, lockMs: lockMs.beside })
  const pools = { reading: pool(3), writing: pool(4), beside }
  const end = async () => void (await Promise.all(Object.values(pools).map((each) => each.end())))
  return new PostgresDialect({ pool: { connect: async () => guarded(pools), end } })
}

function poolOf(where: pg.PoolConfig, patience: Patience): pg.Pool {
  const pool = new pg.Pool({
    ...where,
    keepAlive: true,
    types: { getTypeParser },
    onConnect: (client) => settle(client, patience),
    ...(patience ? { query_timeout: patience.answerMs } : {}),
  })
  // Without a listener a connection that the server ends would end this process too.
  pool.on('connect', (client) => client.on('error', (cause) => log.warn({ err: cause }, 'database_connection_lost')))
  pool.on('error', () => undefined)
  return pool
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

type Pools = Record<'reading' | 'writing' | 'beside', pg.Pool>

/**
 * A connection, taken when the first statement says from where: a transaction, and whatever is no plain `select`, is among the writers.
 * One that failed other than by a refusal of the server is thrown away: the next user would wait behind the lost query.
 */
function guarded({ reading, writing, beside }: Pools): PostgresPoolClient {
  let client: pg.PoolClient | undefined
  let broken: Error | undefined
  const query = async (sql: string, parameters: unknown[]) => {
    if (broken) throw broken
    if (client === undefined) {
      client = await (/^\s*select\b/i.test(sql) ? reading : isBeside() ? beside : writing).connect()
      // Only before the first statement: a transaction that has begun must still be able to roll back.
      if (isBeside() && isKeptOut()) throw new KeptOut()
    }
    try {
      return await client.query(sql, parameters)
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError)) broken = cause as Error
      throw cause
    }
  }
  // Its other form takes cursors, which nobody here uses.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client?.release(broken) }
}
