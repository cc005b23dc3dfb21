import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { databaseFile } from './embedded'
import { type Database, database, type Place } from './open'

declare module 'vitest' {
  interface ProvidedContext {
    /** Databases with today's schema and no rows, to be copied: the file of an embedded one, and one on the server by its name. */
    migrated: { file: string; name: string }
    /** The PostgreSQL server of this run, or why there is none. */
    postgres: { url: string } | { missing: string }
    /** The databases of a run that cannot take both; all others take both. */
    engines: readonly Engine[] | undefined
  }
}

export type Engine = 'SQLite' | 'PostgreSQL'

/** Both, for `describe.each`: what holds on one and not on the other does not hold. */
export const engines: readonly Engine[] = inject('engines') ?? ['SQLite', 'PostgreSQL']

/** A place for a database, which nobody else uses. */
export type OwnPlace = Place & { remove(): Promise<void> }

/** Without a schema: for tests of how a database is first opened. */
export async function emptyPlace(engine: Engine): Promise<OwnPlace> {
  const place = ownPlace(engine)
  if (place.DATABASE_URL) await onServer(`create database ${databaseOf(place)}`)
  return place
}

/** With today's schema and no rows, copied from one that was migrated for the whole run: to migrate each would take a second. */
export async function newPlace(engine: Engine): Promise<OwnPlace> {
  const place = ownPlace(engine)
  if (place.DATABASE_URL) await onServer(`create database ${databaseOf(place)} template ${inject('migrated').name}`)
  else copyFileSync(inject('migrated').file, join(place.DATA_DIR, databaseFile))
  return place
}

function ownPlace(engine: Engine): OwnPlace {
  const DATA_DIR = mkdtempSync(join(dirname(inject('migrated').file), 'data-')) // it goes with the run, whoever leaves something in it
  const remove = async () => rmSync(DATA_DIR, { recursive: true, force: true }) // what is on the server goes with the server
  if (engine === 'SQLite') return { DATA_DIR, remove }
  return { DATA_DIR, DATABASE_URL: serverUrl().replace(/\/postgres$/, `/test_${randomUUID().replaceAll('-', '')}`), remove }
}

const databaseOf = ({ DATABASE_URL }: Place) => new URL(DATABASE_URL ?? '').pathname.slice(1)

/** Runs a statement as the owner of the whole server. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function serverUrl(): string {
  const given = inject('postgres')
  if ('url' in given) return given.url
  throw new Error(`These tests need a PostgreSQL server. ${given.missing}`)
}

/** What every process of the dashboard is given. The service is at an address where nobody listens, unless told otherwise. */
export const environmentOf = ({ DATA_DIR, DATABASE_URL }: Place) => ({
  DATA_DIR,
  DATABASE_URL: DATABASE_URL ?? '',
  SERVICE_URL: 'http://127.0.0.1:9',
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  NEXTAUTH_SECRET: 'a secret of tests that is long enough',
  LOG_LEVEL: 'silent',
  MERCHANTS: JSON.stringify([
    {
      code: 'northwind',
      name: 'Northwind',
      publicKey: 'cfad88c5-7dcf-4872-8164-311701db9157',
      secretKey: 'a key of tests',
      serviceId: 'desk',
      fallbackBuyerIp: '198.51.100.10',
    },
  ]),
})

/** Makes this process the dashboard at a place, as if it had just been started there: nothing that it knew before is kept. */
export function startAt(place: Place, more: Record<string, string> = {}): void {
  Object.assign(process.env, environmentOf(place), more)
  forgetSingletons()
}

/** Gives up the database of this process and forgets it. */
export async function stop(): Promise<void> {
  await (await database()).destroy()
  forgetSingletons()
}

/** A database for the tests of a block: this process uses it from before the first of them until after the last. */
export class OwnDatabase {
  place: OwnPlace = { DATA_DIR: '', remove: async () => {} }
  private opened: Database | undefined

  constructor(engine: Engine) {
    beforeAll(async () => {
      this.place = await newPlace(engine)
      await this.start()
    })
    afterAll(async () => {
      await stop()
      await this.place.remove()
    })
  }

  get store(): Database {
    if (!this.opened) throw new Error('The database of a block is open while its tests run')
    return this.opened
  }

  /** A new start of the process on the same data. */
  async start(more: Record<string, string> = {}): Promise<void> {
    if (this.opened) await stop()
    startAt(this.place, more)
    this.opened = await database()
  }
}
