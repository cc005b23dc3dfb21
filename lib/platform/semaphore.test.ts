import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Semaphore } from './semaphore'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('as many as there are places enter at once', async () => {
  const slots = new Semaphore(2, 1, 2_000)
  expect([await slots.acquire(), await slots.acquire(), slots.inFlight]).toEqual([true, true, 2])
})

it('those who wait enter in their order, as others leave', async () => {
  const slots = new Semaphore(1, 2, 2_000)
  await slots.acquire()
  const order: string[] = []
  const first = slots.acquire().then(() => order.push('first'))
  const second = slots.acquire().then(() => order.push('second'))
  slots.release()
  await first
  slots.release()
  await second
  expect(order).toEqual(['first', 'second'])
  slots.release()
  expect(slots.inFlight).toBe(0)
})

it('who finds no room to wait is turned away at once', async () => {
  const slots = new Semaphore(1, 1, 2_000)
  await slots.acquire()
  void slots.acquire()
  expect(await slots.acquire()).toBe(false)
})

it('who waits too long is turned away, and their place goes to the next', async () => {
  const slots = new Semaphore(1, 2, 2_000)
  await slots.acquire()
  const late = slots.acquire()
  await vi.advanceTimersByTimeAsync(1_000)
  const next = slots.acquire()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toBe(false)
  slots.release()
  expect([await next, slots.inFlight]).toEqual([true, 1])
})
