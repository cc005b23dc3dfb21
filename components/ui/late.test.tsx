// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { onDemand } from './on-demand'

afterEach(cleanup)

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
