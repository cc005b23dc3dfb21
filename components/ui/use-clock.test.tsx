// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useClock } from './use-clock'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-03-04T23:59:40Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Shown = () => <p>{new Date(useClock(0).now).toISOString().slice(11, 19)}</p>
const shown = (from: HTMLElement) => [...from.querySelectorAll('p')].map(({ textContent }) => textContent)

test('every clock of a page ticks at the half minute, with one timer for all, which ends with the last of them', () => {
  const { container, rerender, unmount } = render([<Shown key="one" />, <Shown key="other" />])
  expect(shown(container)).toEqual(['23:59:30', '23:59:30'])
  expect(vi.getTimerCount()).toBe(1)
  act(() => vi.advanceTimersByTime(20_000))
  expect(shown(container)).toEqual(['00:00:00', '00:00:00'])
  rerender([<Shown key="other" />])
  act(() => vi.advanceTimersByTime(30_000))
  expect(shown(container)).toEqual(['00:00:30'])
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('a tab that slept shows the time as soon as it is looked at again', () => {
  const { container } = render(<Shown />)
  vi.setSystemTime(Date.parse('2026-03-05T07:12:03Z'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(shown(container)).toEqual(['07:12:00'])
})
