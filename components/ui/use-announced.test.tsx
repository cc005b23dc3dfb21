// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAnnounced } from './use-announced'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Announced = ({ done, state }: { done: number; state: string }) => (
  <p role="status">{useAnnounced(`${done} done, ${state}`, state)}</p>
)

test('progress is announced at most every 15 seconds, a stop at once', () => {
  const { rerender } = render(<Announced done={0} state="running" />)
  const said: string[] = []
  const later = (seconds: number, done: number, state: string) => {
    act(() => vi.advanceTimersByTime(seconds * 1_000))
    rerender(<Announced done={done} state={state} />)
    act(() => vi.advanceTimersByTime(0))
    const now = screen.getByRole('status').textContent ?? ''
    if (said.at(-1) !== now) said.push(now)
  }
  for (let second = 1; second <= 20; second += 1) later(1, second * 5, 'running')
  later(1, 103, 'paused')
  expect(said).toEqual(['0 done, running', '70 done, running', '103 done, paused'])
})
