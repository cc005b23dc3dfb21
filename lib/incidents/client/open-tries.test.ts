// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { NoAnswer } from '@/lib/client/request'
import { problem } from '@/lib/core/problem'
import { openTries } from './open-tries'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const lost = new NoAnswer(problem('unavailable', 'We couldn’t reach the dashboard.').problem)
const away = problem('unavailable', 'The journal can’t be written.')
const changed = problem('conflict', 'Somebody has changed this incident.', { code: 'changed' })
const out = problem('signedOut', 'Sign in first.')

type Once = ReturnType<typeof openTries>

/** Asks at a version and ends as told; returns what it was asked under. */
async function ask(once: Once, version: number, ends: Error | null, { of = 'undo', keptAs = null as string | null } = {}) {
  const asked: { actionId: string; version: number }[] = []
  await once(of, { version, keptAs }, async (tried) => {
    asked.push(tried)
    if (ends) throw ends
  }).catch((cause: unknown) => expect(cause).toBe(ends))
  return asked[0]
}

test('a try keeps its id and its version until an answer says how it ended', async () => {
  const once = openTries()
  const first = await ask(once, 60, lost)
  expect(first?.version).toBe(60)
  expect([await ask(once, 61, away), await ask(once, 61, out), await ask(once, 61, null)]).toEqual([first, first, first])
  expect(await ask(once, 61, null)).toMatchObject({ version: 61, actionId: expect.not.stringMatching(first?.actionId ?? '') })
})

test.each([changed, problem('invalid', 'Enter a reason.'), out])(
  'after “$message” the next press is a try of its own',
  async (ends) => {
    const once = openTries()
    const first = await ask(once, 4, ends)
    const second = await ask(once, 5, null)
    expect([second?.actionId === first?.actionId, second?.version]).toEqual([false, 5])
  },
)

test('what is asked for side by side has ids of its own', async () => {
  const once = openTries()
  const [one, two] = [await ask(once, 4, lost, { of: 'one' }), await ask(once, 4, lost, { of: 'two' })]
  expect(one?.actionId).not.toBe(two?.actionId)
  expect(await ask(once, 4, lost, { of: 'one' })).toEqual(one)
})

test('a try with a name is the same after a reload and in another tab, for a day', async () => {
  const keptAs = 'incident.one'
  const first = await ask(openTries(), 60, lost, { keptAs })
  expect(await ask(openTries(), 61, lost, { keptAs })).toEqual(first)
  expect(await ask(openTries(), 61, lost, { keptAs: 'incident.two' })).not.toEqual(first)
  expect(await ask(openTries(), 61, lost, { keptAs, of: 'again' })).not.toEqual(first)
  expect(await ask(openTries(), 61, lost, { keptAs })).toEqual(first)
  vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1_000 })
  expect((await ask(openTries(), 61, null, { keptAs }))?.version).toBe(61)
  expect(localStorage.getItem(`counterfoil.tried..${keptAs}`)).toBeNull()
})

test('a browser that keeps nothing has the same try as long as the page is open', async () => {
  const refuse = () => {
    throw new Error('Refused')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const once = openTries()
  const first = await ask(once, 60, lost, { keptAs: 'one' })
  expect(await ask(once, 61, null, { keptAs: 'one' })).toEqual(first)
  vi.unstubAllGlobals()
})
