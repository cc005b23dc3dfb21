import { afterEach, expect, it, vi } from 'vitest'
import { fetchInBackground, fetchJson } from './call'
import { idleIn, idleMs } from './session'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answering = () => {
  vi.useFakeTimers({ now: Date.now() + idleIn() - idleMs + 60_000 }) // a minute after the last answer
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

it('counts an answer as the last sign of life', async () => {
  answering()
  expect(idleIn()).toBe(idleMs - 60_000)
  await fetchJson('/api/desk/session')
  expect(idleIn()).toBe(idleMs)
})

it('neither counts a poll as a sign of life nor lets the server do so', async () => {
  const fetched = answering()
  await fetchInBackground('/api/desk/waiting', new AbortController().signal)
  expect(idleIn()).toBe(idleMs - 60_000)
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).get('x-background')).toBe('yes')
})
