// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { emptyWorkbench } from '@/lib/prices/workbench'
import { readLink } from '@/lib/prices/workbench-link'
import { useWorkbench } from './use-workbench'

let written: MockInstance<History['replaceState']>

beforeEach(() => {
  history.replaceState(null, '', '/prices?ticket=T-1')
  written = vi.spyOn(history, 'replaceState')
})
afterEach(cleanup)

const prices = () => renderHook(() => useWorkbench(null)).result

test('what is typed stands in the address, beside what stood there', async () => {
  const result = prices()
  act(() => result.current.set({ locale: 'de-DE' }))
  await vi.waitFor(() => expect(new URLSearchParams(location.search).get('w')).toMatch(/^p/))
  expect(new URLSearchParams(location.search).get('ticket')).toBe('T-1')
})

test('an address that says it already is not written, which would stop a page that is on its way', async () => {
  const first = prices()
  act(() => first.current.set({ locale: 'de-DE' }))
  await vi.waitFor(() => expect(written).toHaveBeenCalledOnce())
  act(() => first.current.set({ locale: 'de-DE' }))
  act(() => first.current.set({ locale: 'de-AT' }))
  await vi.waitFor(() => expect(written).toHaveBeenCalledTimes(2))
})

test('a link that is pressed right after typing is followed, and nothing is written on the way', async () => {
  vi.useFakeTimers()
  const result = prices()
  act(() => result.current.set({ locale: 'de-DE' }))
  const link = document.body.appendChild(Object.assign(document.createElement('a'), { href: '#' }))
  link.click()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  link.remove()
  expect(written).not.toHaveBeenCalled()
})

test('what is changed of a calculation that the page began is written with the rest of it', async () => {
  const result = prices()
  act(() => result.current.begin({ ...emptyWorkbench, currencies: ['EUR'] }))
  expect(result.current.workbench.currencies).toEqual(['EUR'])
  act(() => result.current.set({ discount: '30' }))
  await vi.waitFor(() => expect(written).toHaveBeenCalledOnce())
  expect((await readLink(new URLSearchParams(location.search).get('w') ?? ''))?.currencies).toEqual(['EUR'])
  act(() => result.current.begin({ ...emptyWorkbench, currencies: ['USD'] }))
  expect(result.current.workbench.discount).toBe('30')
})

test('nothing is written of a calculation as it began', async () => {
  vi.useFakeTimers()
  const result = prices()
  act(() => result.current.begin({ ...emptyWorkbench, currencies: ['EUR'] }))
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(written).not.toHaveBeenCalled()
})
