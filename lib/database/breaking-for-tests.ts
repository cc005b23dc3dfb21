import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { databaseFile } from './embedded'
import { type Engine, type OwnPlace, onServer } from './engines-for-tests'
import { database } from './open'

/** A way in which a database fails under a running dashboard, and how it comes back. */
export type Breakage = { name: string; break(place: OwnPlace): Promise<void>; mend(place: OwnPlace): Promise<void> }

const run = async (statement: string) => void (await sql.raw(statement).execute(await database()))
const nameOf = ({ DATABASE_URL = '' }: OwnPlace) => new URL(DATABASE_URL).pathname.slice(1)
const cutConnections = (place: OwnPlace) =>
  onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(place)}'`)
/** A connection that was cut is used once more before its end is noticed, whether it's one of those that read or of those that write. */
const answering = () =>
  vi.waitFor(() => Promise.all([1, 2, 3, 4].flatMap(() => [run('select 1'), run('show server_version')])), { timeout: 10_000 })
const file = (place: OwnPlace) => join(place.DATA_DIR, databaseFile)

/** Fails as a full disk does; the rows that are written are many or long, so that free space inside the file does not take them. */
const full = {
  SQLite: {
    break: async () => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(await database())
      await run(`pragma max_page_count = ${rows[0]?.page_count}`)
    },
    mend: () => run('pragma max_page_count = 1000000'),
  },
  PostgreSQL: {
    break: async () => {
      await run(
        `create or replace function full_disk() returns trigger language plpgsql as $$ begin raise exception 'disk full' using errcode = '53100'; end $$`,
      )
      await run('create trigger full_disk before insert on journal for each row execute function full_disk()')
    },
    mend: () => run('drop trigger full_disk on journal'),
  },
}

const readOnly = {
  SQLite: { break: () => run('pragma query_only = 1'), mend: () => run('pragma query_only = 0') },
  PostgreSQL: {
    break: async (place: OwnPlace) => {
      await onServer(`alter database ${nameOf(place)} set default_transaction_read_only = on`)
      await cutConnections(place)
      await answering()
    },
    mend: async (place: OwnPlace) => {
      await onServer(`alter database ${nameOf(place)} set default_transaction_read_only = off`)
      await cutConnections(place)
      await answering()
    },
  },
}

const gone = {
  SQLite: {
    break: async (place: OwnPlace) => renameSync(file(place), `${file(place)}.away`),
    mend: async (place: OwnPlace) => renameSync(`${file(place)}.away`, file(place)),
  },
  PostgreSQL: {
    break: async (place: OwnPlace) => {
      await onServer(`alter database ${nameOf(place)} with allow_connections false`)
      await cutConnections(place)
    },
    mend: async (place: OwnPlace) => {
      await onServer(`alter database ${nameOf(place)} with allow_connections true`)
      await answering()
    },
  },
}

export const breakagesOf = (engine: Engine): Breakage[] => [
  { name: 'full', ...full[engine] },
  { name: 'read-only', ...readOnly[engine] },
  { name: 'gone', ...gone[engine] },
]
