// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rememberTicket, useVisitTicket } from './visit-ticket'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const visit = (ofAddress: string | null) =>
  renderHook((address: string | null) => useVisitTicket(address), { initialProps: ofAddress })

it('the ticket of the address is remembered for the pages that carry none', () => {
  visit('T-1')
  expect(visit(null).result.current).toBe('T-1')
})

it('another ticket in the address takes the place of the one before', () => {
  rememberTicket('T-1')
  expect(visit('T-2').result.current).toBe('T-2')
  expect(visit(null).result.current).toBe('T-2')
})

it('one that is typed takes the place of that of the address', () => {
  const { result } = visit('T-1')
  act(() => rememberTicket('T-3'))
  expect(result.current).toBe('T-3')
})

it('a ticket that is removed is gone', () => {
  const { result, rerender } = visit('T-1')
  act(() => rememberTicket(''))
  rerender(null)
  expect(result.current).toBeNull()
})
