// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { retryDelay, useRetries } from './use-retries'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Something that fails until `heal`, and how often it was tried. */
function failing(fails = problem('unavailable', 'No answer.')) {
  const tried: number[] = []
  const began = Date.now()
  const attempt = async () => {
    tried.push(Date.now() - began)
    throw fails
  }
  const { result, rerender, unmount } = renderHook(({ isFailing }) => useRetries(isFailing, attempt), {
    initialProps: { isFailing: true },
  })
  return { tried, now: () => result.current, heal: () => rerender({ isFailing: false }), unmount }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('each wait is twice the one before, and none is over a minute', async () => {
  const { tried } = failing()
  await pass(240_000)
  expect(tried).toEqual([5_000, 15_000, 35_000, 75_000, 135_000, 195_000])
})

test('waits are spread by a quarter', () => {
  expect([retryDelay(0, 0), retryDelay(0, 1), retryDelay(9, 0), retryDelay(900, 1)]).toEqual([3_750, 5_000, 45_000, 60_000])
})

test('a page out of sight tries nothing, and at once what is due when it is seen again', async () => {
  const { tried } = failing()
  hide(true)
  await pass(600_000)
  expect(tried).toEqual([])
  hide(false)
  await pass(0)
  expect(tried).toEqual([600_000])
})

test('says when the next try is, and tries now where somebody wants it, once', async () => {
  const { tried, now } = failing()
  expect(now().nextAt).toBe(Date.now() + 5_000)
  await pass(1_000)
  await act(async () => {
    now().tryNow()
    now().tryNow()
  })
  expect(tried).toEqual([1_000])
  expect(now().nextAt).toBe(Date.now() + 10_000)
})

test('waits as long as it was asked to', async () => {
  const { tried } = failing(problem('unavailable', 'Wait.', { retryAfter: 30 }))
  await pass(35_000)
  expect(tried).toEqual([5_000, 35_000])
})

test('ends once nothing fails any more, and when the page is left', async () => {
  const { tried, heal, now } = failing()
  await pass(5_000)
  heal()
  expect(now().nextAt).toBeNull()
  await pass(600_000)
  expect(tried).toHaveLength(1)
  const other = failing()
  other.unmount()
  await pass(600_000)
  expect(other.tried).toEqual([])
})
