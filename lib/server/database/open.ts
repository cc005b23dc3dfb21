import 'server-only'
import { type Dialect, Kysely, type Migration, Migrator, sql } from 'kysely'
import { once } from '../once'
import { embedded } from './embedded'
import { migrations } from './migrations'
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
    await migrate(database)
    return database
  } catch (cause) {
    await database.destroy()
    throw cause
  }
}

/** Under a lock, so that of several processes that start at once one does it. What a newer version has done already is left as it is. */
async function migrate(database: Database): Promise<void> {
  const newer = await newerMigrations(database)
  const getMigrations = async () => ({ ...migrations, ...Object.fromEntries(newer.map((name) => [name, doneElsewhere])) })
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations },
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (!error) return
  // A newer version may have come between the look and the lock.
  if ((await newerMigrations(database)).length === newer.length) throw error
  await migrate(database)
}

const doneElsewhere: Migration = { up: async () => {} }

/** What was applied by a version newer than this one: during a rolling upgrade, and after a return to the version before. */
async function newerMigrations(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  return rows.map(({ name }) => name).filter((name) => !(name in migrations))
}

/** The database of this process, opened once. */
export function database(): Promise<Database> {
  return once('database', () => openDatabase(placeFromEnvironment()))
}

export function placeFromEnvironment(): Place {
  return { DATABASE_URL: process.env.DATABASE_URL || undefined, DATA_DIR: process.env.DATA_DIR || '.data' }
}
