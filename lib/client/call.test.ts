import { afterEach, expect, it, vi } from 'vitest'
import { fetchInBackground, fetchJson } from './call'
import { lastAnswerAt } from './session'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answering = () => {
  vi.useFakeTimers({ now: lastAnswerAt() + 60_000 })
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

it('counts an answer as the last sign of life', async () => {
  answering()
  const before = lastAnswerAt()
  await fetchJson('/api/desk/session')
  expect(lastAnswerAt() - before).toBe(60_000)
})

it('neither counts a poll as a sign of life nor lets the server do so', async () => {
  const fetched = answering()
  const before = lastAnswerAt()
  await fetchInBackground('/api/desk/waiting', new AbortController().signal)
  expect(lastAnswerAt()).toBe(before)
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).get('x-background')).toBe('yes')
})
