// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DraftInput } from './draft-input'

const changes: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  changes.length = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Code() {
  const [value, setValue] = useState('')
  const change = (text: string) => {
    changes.push(text)
    setValue(text)
  }
  return (
    <DraftInput
      aria-label="Product"
      value={value}
      isWhole={(text) => ['', 'NWPLUS1', 'NWPLUS12'].includes(text)}
      onChange={change}
    />
  )
}

function typing(...texts: string[]): HTMLInputElement {
  render(<Code />)
  const field = screen.getByLabelText<HTMLInputElement>('Product')
  for (const value of texts) fireEvent.change(field, { target: { value } })
  return field
}

test('a code counts as soon as it is known, and none of the letters before it', () => {
  const field = typing('N', 'NW', 'NWPLUS', 'NWPLUS1', 'NWPLUS12')
  expect([changes, field.value]).toEqual([['NWPLUS1', 'NWPLUS12'], 'NWPLUS12'])
})

test.each([
  ['leaving the field', (field: HTMLInputElement) => fireEvent.blur(field)],
  ['Enter', (field: HTMLInputElement) => fireEvent.keyDown(field, { key: 'Enter' })],
  ['a rest', () => act(() => vi.advanceTimersByTime(1_000))],
])('an unknown code counts with %s, once', (_, leave) => {
  const field = typing('NOSUCH')
  act(() => vi.advanceTimersByTime(900))
  expect(changes).toEqual([])
  leave(field)
  fireEvent.blur(field)
  expect([changes, field.value]).toEqual([['NOSUCH'], 'NOSUCH'])
})

test('a field that is emptied counts at once', () => {
  typing('NOSUCH', '')
  expect(changes).toEqual([''])
})
