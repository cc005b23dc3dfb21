// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSearchParamsState } from './use-search-params-state'

/** A router that is busy: it shows a changed address when the test lets it. */
let show: (search: string) => void

function Field({ name }: { name: 'find' | 'state' }) {
  const [values, change] = useSearchParamsState(['find', 'state'])
  return <input aria-label={name} value={values[name] ?? ''} onChange={({ target }) => change({ [name]: target.value })} />
}

function open(search = '') {
  history.replaceState(null, '', `/?${search}`)
  const page = (at: string) => (
    <PathnameContext.Provider value="/">
      <SearchParamsContext.Provider value={new URLSearchParams(at)}>
        <Field name="find" />
        <Field name="state" />
      </SearchParamsContext.Provider>
    </PathnameContext.Provider>
  )
  const { rerender } = render(page(search))
  show = (at) => act(() => rerender(page(at)))
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const query = () => new URLSearchParams(location.search).get('find')

beforeEach(() => open())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('letters that are typed before the router shows the first are all there', async () => {
  await userEvent.type(field('find'), 'north wind')
  expect([field('find').value, query()]).toEqual(['north wind', 'north wind'])
})

it('an older address that the router shows late takes no letter back', async () => {
  await userEvent.type(field('find'), 'nor')
  show('find=n')
  expect(field('find').value).toBe('nor')
  await userEvent.type(field('find'), 'th')
  show('find=nor')
  show('find=north')
  expect([field('find').value, query()]).toEqual(['north', 'north'])
})

it('two parameters that change before the router shows either keep each other', async () => {
  await userEvent.type(field('find'), 'a')
  await userEvent.type(field('state'), 'open')
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ find: 'a', state: 'open' })
})

it('an address that somebody else goes on to is what holds', async () => {
  await userEvent.type(field('find'), 'nor')
  show('find=elsewhere')
  expect(field('find').value).toBe('elsewhere')
})

it('what was typed on one page is not taken over by the next', async () => {
  await userEvent.type(field('find'), 'nor')
  cleanup()
  open('find=other')
  expect(field('find').value).toBe('other')
})

it('a letter is in the address with its key press, so that nothing is written after a click that follows', () => {
  vi.useFakeTimers()
  const write = vi.spyOn(history, 'replaceState')
  fireEvent.change(field('find'), { target: { value: 'n' } })
  expect([query(), write.mock.calls.length]).toEqual(['n', 1])
  vi.runAllTimers()
  expect(write).toHaveBeenCalledTimes(1)
})
