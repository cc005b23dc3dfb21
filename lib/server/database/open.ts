import 'server-only'
import { type Dialect, Kysely, Migrator } from 'kysely'
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
  const { error } = await new Migrator({ db: database, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (!error) return database
  await database.destroy()
  throw error
}

/** The database of this process, opened once. */
export function database(): Promise<Database> {
  return once('database', () => openDatabase(placeFromEnvironment()))
}

export function placeFromEnvironment(): Place {
  return { DATABASE_URL: process.env.DATABASE_URL || undefined, DATA_DIR: process.env.DATA_DIR || '.data' }
}
