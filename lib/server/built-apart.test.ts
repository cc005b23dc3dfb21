import { createRequire } from 'node:module'
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import { expect, test, vi } from 'vitest'
import { problem, ServiceProblem } from '@/lib/problem'
import { isServed } from './database/is-served'

// The build makes handlers, pages and the boot hook apart: each has classes of its own, and objects of one reach the other.

test('a problem thrown by another part of the build is read as one', async () => {
  vi.resetModules()
  const elsewhere = await import('@/lib/problem')
  expect(elsewhere.ServiceProblem).not.toBe(ServiceProblem)
  expect(elsewhere.problem('conflict', 'Taken.')).toBeInstanceOf(ServiceProblem)
  expect(problem('conflict', 'Taken.')).toBeInstanceOf(elsewhere.ServiceProblem)
  expect(new Error('Taken.')).not.toBeInstanceOf(ServiceProblem)
})

test('a database opened by another part of the build is known for what it is', () => {
  const elsewhere = createRequire(import.meta.url)('kysely') as typeof import('kysely')
  expect(elsewhere.PostgresAdapter).not.toBe(PostgresAdapter)
  const opened = (adapter: object) =>
    new Kysely<unknown>({
      dialect: {
        createAdapter: () => adapter as never,
        createDriver: () => new DummyDriver(),
        createIntrospector: () => ({}) as never,
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
  expect(isServed(opened(new elsewhere.PostgresAdapter()))).toBe(true)
  expect(isServed(opened(new elsewhere.SqliteAdapter()))).toBe(false)
})
