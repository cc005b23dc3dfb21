// @vitest-environment happy-dom
import { cleanup, render, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useOpener } from './use-opener'

afterEach(cleanup)

function opened() {
  const page = render(
    <main id="content" tabIndex={-1}>
      <button type="button">Disable all</button>
      <button type="button">Another</button>
    </main>,
  )
  const [opener, another] = page.getAllByRole('button')
  if (!opener || !another) throw new Error('There are two')
  opener.focus()
  const { result } = renderHook(useOpener)
  result.current.note()
  opener.blur() // the dialog has taken the focus, and closes
  return { opener, another, giveBack: () => result.current.giveBack() }
}

const focused = () => document.activeElement?.id || document.activeElement?.textContent

test('the focus comes back to what opened the dialog, and goes on to the page where that is gone', async () => {
  const there = opened()
  there.giveBack()
  await vi.waitFor(() => expect(focused()).toBe('Disable all'))
  cleanup()
  const gone = opened()
  gone.opener.remove()
  gone.giveBack()
  await vi.waitFor(() => expect(focused()).toBe('content'))
})

test('and to the page where that goes a moment later, unless somebody has gone on by then', async () => {
  const waits = opened()
  waits.giveBack()
  await vi.waitFor(() => expect(focused()).toBe('Disable all'))
  waits.opener.remove()
  await vi.waitFor(() => expect(focused()).toBe('content'))
  cleanup()
  const goesOn = opened()
  goesOn.giveBack()
  await vi.waitFor(() => expect(focused()).toBe('Disable all'))
  goesOn.another.focus()
  goesOn.opener.remove()
  expect(focused()).toBe('Another')
})
