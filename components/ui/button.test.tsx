// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Button } from './button'

afterEach(cleanup)

test('keeps the focus while it may not be pressed for a moment, and says why', () => {
  const drawn = (why?: string) => <Button disabledBecause={why}>Save</Button>
  const { rerender } = render(drawn())
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(drawn('Saving…'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Saving…')).toBeTruthy()
  rerender(drawn())
  expect(document.activeElement).toBe(button)
})
