import { expect, test, vi } from 'vitest'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { engines, newPlace } from '@/lib/database/engines-for-tests'
import { isServed } from '@/lib/database/open'

// The build makes handlers, pages and the boot hook apart: each has classes of its own, and objects of one reach the other.

test('a problem thrown by another part of the build is read as one', async () => {
  vi.resetModules()
  const elsewhere = await import('@/lib/core/problem')
  expect(elsewhere.ServiceProblem).not.toBe(ServiceProblem)
  expect(elsewhere.problem('conflict', 'Taken.')).toBeInstanceOf(ServiceProblem)
  expect(problem('conflict', 'Taken.')).toBeInstanceOf(elsewhere.ServiceProblem)
  expect(new Error('Taken.')).not.toBeInstanceOf(ServiceProblem)
})

test.each(engines)('a database on %s that another part of the build has opened is known for what it is', async (engine) => {
  vi.resetModules()
  vi.doMock('kysely', async () => (await import('node:module')).createRequire(import.meta.url)('kysely')) // its other classes
  const place = await newPlace(engine)
  const database = await (await import('@/lib/database/open')).openDatabase(place)
  expect(isServed(database)).toBe(engine === 'PostgreSQL')
  await database.destroy()
  await place.remove()
  vi.doUnmock('kysely')
})
