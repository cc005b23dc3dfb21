// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { useKeySequences } from './use-key-sequences'

afterEach(cleanup)

type Acts = { find: () => void; journal: () => void }

function Page({ find, journal }: Acts) {
  useKeySequences({ '/': find, 'g j': journal })
  return <input aria-label="Reason" />
}

function show() {
  const acts = { find: vi.fn(), journal: vi.fn() }
  const list = vi.fn()
  render(<Page {...acts} />)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'j' && !event.defaultPrevented) list()
  })
  return { ...acts, list }
}

it('acts on one key, and on two after each other', async () => {
  const { find, journal } = show()
  await userEvent.keyboard('/gj')
  expect(find).toHaveBeenCalledOnce()
  expect(journal).toHaveBeenCalledOnce()
})

it('keeps the second key from the list on the page, and leaves it a key of its own', async () => {
  const { journal, list } = show()
  await userEvent.keyboard('gj')
  expect(list).not.toHaveBeenCalled()
  await userEvent.keyboard('j')
  expect(journal).toHaveBeenCalledOnce()
  expect(list).toHaveBeenCalledOnce()
})

it('does nothing while somebody types', async () => {
  const { find, journal } = show()
  await userEvent.type(screen.getByRole('textbox'), 'gj/')
  expect(find).not.toHaveBeenCalled()
  expect(journal).not.toHaveBeenCalled()
})
