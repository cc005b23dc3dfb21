import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseFile } from '@/lib/database/embedded'
import { openDatabase, type Place } from '@/lib/database/open'
import { startPostgres } from './postgres.mjs'

const name = 'migrated'

/**
 * Vitest's global setup: one PostgreSQL server for the whole run, in which each test file makes a database of its own, and for either
 * engine one with today's schema, which is copied. Nobody kills the server, so it needn't flush.
 */
export async function setup(project: TestProject) {
  if (!project.isRootProject()) return // the parts of the run are given what the whole has
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'counterfoil-migrated-'))
  await migrate({ DATA_DIR })
  project.provide('migrated', { file: join(DATA_DIR, databaseFile), name })
  const server = await startPostgres({ isFlushed: false }).catch((cause: unknown) => {
    project.provide('postgres', { missing: cause instanceof Error ? cause.message : String(cause) }) // the tests that need it fail and say so
  })
  if (server) {
    await migrate({ DATA_DIR, DATABASE_URL: await create(server.url) })
    project.provide('postgres', { url: server.url })
  }
  return async () => {
    await server?.stop()
    rmSync(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** @returns its address */
async function create(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  return serverUrl.replace(/\/postgres$/, `/${name}`)
}

/** The last one to close an embedded database writes everything into the one file. */
const migrate = async (place: Place) => (await openDatabase(place)).destroy()
