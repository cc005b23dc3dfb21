import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.mjs'

/** Vitest's global setup: one PostgreSQL server for the whole run; each test file makes a database of its own in it. */
export async function setup(project: TestProject) {
  if (!project.isRootProject()) return // the parts of the run are given what the whole has
  try {
    const { url, stop } = await startPostgres()
    project.provide('postgres', { url })
    return stop
  } catch (cause) {
    project.provide('postgres', { missing: cause instanceof Error ? cause.message : String(cause) }) // the tests that need it fail and say so
  }
}
