import 'server-only'
import { type DatabaseConnection, type Dialect, Kysely, type Migration, Migrator, sql } from 'kysely'
import { singleton } from '@/lib/platform/singleton'
import { storageEnv } from '@/lib/platform/storage-env'
import { embedded } from './embedded'
import { runStarting } from './patience'
import type { Tables } from './schema'
import { served } from './served'

export type Database = Kysely<Tables>

/** Where the data lives: a PostgreSQL server by its address, otherwise the embedded SQLite in a folder. */
export type Place = { DATABASE_URL?: string | undefined; DATA_DIR: string }

/** Opens the database and brings its schema up to date. Several processes may have it open, and may open it, at once. */
export async function openDatabase({ DATABASE_URL, DATA_DIR }: Place): Promise<Database> {
  if (DATABASE_URL === undefined) return migrated(embedded(DATA_DIR))
  await (await migrated(served(DATABASE_URL, null))).destroy() // a migration may take longer than a person would wait
  return new Kysely<Tables>({ dialect: served(DATABASE_URL) })
}

async function migrated(dialect: Dialect): Promise<Database> {
  const database = new Kysely<Tables>({ dialect })
  try {
    await runStarting(() => migrate(database))
    return database
  } catch (cause) {
    await database.destroy()
    throw cause
  }
}

/** Under a lock, so that of several processes that start at once one does it. What a newer version has done already is left as it is. */
async function migrate(database: Database): Promise<void> {
  const { migrations } = await import('./migrations') // opening needs them once, and no request does
  const newer = await newerMigrations(database, migrations)
  const getMigrations = async () => ({ ...migrations, ...Object.fromEntries(newer.map((name) => [name, doneElsewhere])) })
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations },
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (!error) return
  // A newer version may have come between the look and the lock.
  if ((await newerMigrations(database, migrations)).length === newer.length) throw error
  await migrate(database)
}

const doneElsewhere: Migration = { up: async () => {} }

/** What was applied by a version newer than this one: during a rolling upgrade, and after a return to the version before. */
async function newerMigrations(database: Database, own: object): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  return rows.map(({ name }) => name).filter((name) => !(name in own))
}

/** The database of this process, opened once. */
export function database(): Promise<Database> {
  return singleton('database', () => openDatabase(storageEnv()))
}

/** Reads that belong together, as of one moment; within a transaction they are that already. */
export const atOneMoment = <T>(store: Database, read: (moment: Database) => Promise<T>): Promise<T> =>
  store.isTransaction
    ? read(store)
    : store.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(read)

/**
 * Whether the database is a PostgreSQL server, for the few statements that the engines spell differently. The embedded one says what it
 * is. To ask of which class the adapter is would not do: the build makes handlers and the boot hook apart, each with classes of its own.
 */
export const isServed = (store: Pick<Kysely<unknown>, 'getExecutor'>): boolean => !('isEmbedded' in store.getExecutor().adapter)

/** The one connection of the embedded database, where it is in a transaction: then nobody but who has begun that uses it. */
export const connectionInTransaction = (store: Pick<Kysely<unknown>, 'getExecutor'>): DatabaseConnection | null | undefined =>
  (store.getExecutor().adapter as { connectionInTransaction?: DatabaseConnection | null }).connectionInTransaction
