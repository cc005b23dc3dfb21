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

async function lockTables(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('begin')
  await client.query(
    `do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('lock table %I in exclusive mode', name);
      end loop; end $$`,
  )
  return () => client.end()
}
