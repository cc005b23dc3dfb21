import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { databaseFile } from './embedded'
import type { Place } from './open'

// Opens the database as any program could, takes the write lock, says so and keeps it until its input ends.
const holder = `
  const file = new (require('better-sqlite3'))(process.argv[1], { timeout: 10000 })
  file.exec('begin immediate')
  process.stdout.write('held')
  process.stdin.on('end', () => file.exec('rollback')).resume()
`

/** Has another process hold the embedded database's write lock, or on a server the locks of every table. Returns how to let go. */
export async function holdWriteLock({ DATABASE_URL, DATA_DIR }: Place): Promise<() => Promise<void>> {
  if (DATABASE_URL !== undefined) return lockTables(DATABASE_URL)
  const child = spawn(process.execPath, ['-e', holder, join(DATA_DIR, databaseFile)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
}

/** Waits for no table while it holds another, since whoever writes holds some, too, and one of the two would be ended as deadlocked. */
async function lockTables(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(format('%I', tablename), ', ') as names from pg_tables where schemaname = 'public'`,
  )
  for (;;) {
    await client.query('begin')
    try {
      await client.query(`lock table ${rows[0]?.names} in exclusive mode nowait`)
      return () => client.end()
    } catch (error) {
      if (!isBusy(error)) throw error
      await client.query('rollback')
    }
  }
}

const isBusy = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'
