// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFirstRow } from './rows-and-panel'

afterEach(cleanup)

test('the row that was first stays selected when the list moves on, until another list is shown', () => {
  const { result, rerender } = renderHook(({ first, of }) => useFirstRow(first, of), {
    initialProps: { first: null as string | null, of: 'waiting' },
  })
  const after = (first: string | null, of = 'waiting') => {
    rerender({ first, of })
    return result.current
  }
  expect(result.current).toBeNull()
  expect([after('a'), after('b'), after(null)]).toEqual(['a', 'a', 'a'])
  expect([after('x', 'approved'), after('y', 'approved'), after('b')]).toEqual(['x', 'x', 'b'])
})
