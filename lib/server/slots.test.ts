import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Slots } from './slots'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('as many as there are places enter at once', async () => {
  const slots = new Slots(2, 1, 2_000)
  expect([await slots.enter(), await slots.enter(), slots.inFlight]).toEqual([true, true, 2])
})

it('those who wait enter in their order, as others leave', async () => {
  const slots = new Slots(1, 2, 2_000)
  await slots.enter()
  const order: string[] = []
  const first = slots.enter().then(() => order.push('first'))
  const second = slots.enter().then(() => order.push('second'))
  slots.leave()
  await first
  slots.leave()
  await second
  expect(order).toEqual(['first', 'second'])
  slots.leave()
  expect(slots.inFlight).toBe(0)
})

it('who finds no room to wait is turned away at once', async () => {
  const slots = new Slots(1, 1, 2_000)
  await slots.enter()
  void slots.enter()
  expect(await slots.enter()).toBe(false)
})

it('who waits too long is turned away, and their place goes to the next', async () => {
  const slots = new Slots(1, 2, 2_000)
  await slots.enter()
  const late = slots.enter()
  await vi.advanceTimersByTimeAsync(1_000)
  const next = slots.enter()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toBe(false)
  slots.leave()
  expect([await next, slots.inFlight]).toEqual([true, 1])
})
