// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { late, onDemand } from './late'

afterEach(cleanup)

// The frame of dialogs, which is named first, is loaded once and for real.
beforeAll(async () => {
  render(<button type="button">Any</button>)
  fireEvent.pointerOver(screen.getByText('Any'))
  await import('./dialog')
  cleanup()
})

const part = () => Promise.resolve(({ title }: { title: string }) => <p>{title}</p>)

test('a part that is shown comes with its properties', async () => {
  const Part = onDemand(part)
  render(<Part title="Stop the run" />)
  expect(await screen.findByText('Stop the run')).toBeTruthy()
})

function shown() {
  const load = vi.fn(part)
  onDemand(load)
  render(
    <>
      <input aria-label="Find" />
      <p>A sentence</p>
      <button type="button">
        <span>Stop</span>
      </button>
    </>,
  )
  return load
}

test('its script is loaded once a pointer is on a button, and not before', async () => {
  const load = shown()
  fireEvent.pointerOver(screen.getByText('A sentence'))
  screen.getByRole('button').focus()
  expect(load).not.toHaveBeenCalled()
  fireEvent.pointerOver(screen.getByText('Stop'))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  fireEvent.pointerOver(screen.getByText('Stop'))
  expect(load).toHaveBeenCalledTimes(1)
})

test('its script is loaded once a key is pressed outside of a field', async () => {
  const load = shown()
  fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'a' })
  expect(load).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
})

test('a script that can’t be had on the way is asked for again by the press', async () => {
  const load = vi.fn(part).mockRejectedValueOnce(new Error('no connection'))
  const Part = onDemand(load)
  const { rerender } = render(<button type="button">Stop</button>)
  fireEvent.pointerOver(screen.getByText('Stop'))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  rerender(<Part title="Stop the run" />)
  expect(await screen.findByText('Stop the run')).toBeTruthy()
})

test('what is opened from a row comes with a pointer on the row, before what any button may open', async () => {
  const came: string[] = []
  const named = (name: string) => async () => {
    came.push(name)
    return part()
  }
  onDemand(named('dialog'))
  onDemand(named('fold'), null, '[data-row]')
  render(
    <>
      <div data-row>
        <button type="button">Order</button>
      </div>
      <button type="button">Stop</button>
    </>,
  )
  fireEvent.pointerOver(screen.getByText('Order'))
  await vi.waitFor(() => expect(came).toEqual(['fold', 'dialog']))
})

test('a part whose script is here is shown at once, without a placeholder in between', async () => {
  const load = vi.fn(part)
  const Part = onDemand(load, <p>Loading</p>)
  const { rerender } = render(<button type="button">Stop</button>)
  fireEvent.pointerOver(screen.getByText('Stop'))
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  await load.mock.results[0]?.value
  rerender(<Part title="Stop the run" />)
  expect(screen.getByText('Stop the run')).toBeTruthy()
})

test('the server draws the placeholder of a late part', () => {
  const Part = late(part, <p>Loading</p>)
  expect(renderToString(<Part title="Bell" />)).toBe('<p>Loading</p>')
})

class Boundary extends Component<{ children: ReactNode }> {
  override state = { says: '' }
  static getDerivedStateFromError = (cause: Error) => ({ says: cause.message })
  override render = () => this.state.says || this.props.children
}

test('a late part that can’t be had says so where errors of its page are said', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const Part = late<{ title: string }>(() => Promise.reject(new Error('no connection')))
  render(
    <Boundary>
      <Part title="Bell" />
    </Boundary>,
  )
  expect(await screen.findByText('no connection')).toBeTruthy()
})
