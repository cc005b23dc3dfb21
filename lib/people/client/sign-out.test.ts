// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { ownJson } from '@/lib/testing/own-answers'
import { signOut } from './sign-out'

afterEach(() => vi.unstubAllGlobals())

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const failed = async () => ownJson(problem('unavailable', 'The database is locked.').problem, { status: 503 })
const isOver = async () => ownJson(problem('signedOut', 'Sign in again.').problem, { status: 401 })
const goesOn = async () => ownJson({ idleSeconds: 900 })

test.each([
  ['has ended, though the answer was lost', lost, isOver, null, ['/sign-in']],
  ['goes on, though the answer was lost', lost, goesOn, /you’re still signed in/, []],
  ['goes on after a failure', failed, goesOn, /you’re still signed in/, []],
  ['is unknown', lost, lost, /^We don’t know whether you were signed out\. Reload/, []],
] as const)('the session %s', async (_, leaving, looking, says, went) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('/csrf')) return ownJson({ csrfToken: 'a-token' })
    return path.endsWith('/signout') ? leaving() : looking()
  })
  const told = await signOut()
  if (says === null) expect(told).toBeNull()
  else expect(told).toMatch(says)
  expect(assign.mock.calls.map(([to]) => to)).toEqual(went)
  assign.mockRestore()
})
