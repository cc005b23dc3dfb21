// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { Incident } from '@/lib/incidents/incident'
import { approved, mayOnly, paused, previewed, running, waiting } from './incident-for-tests'
import { button, changeTo, forgetPage, show } from './incident-page-for-tests'

afterEach(forgetPage)

const reset = (): never => {
  throw new TypeError('The connection was reset')
}
const unknown = /We don’t know whether this was saved/
const pausedByHand: Incident = {
  ...paused,
  version: 42,
  pausedAs: 'hand',
  run: { ...(paused.run as NonNullable<Incident['run']>), paused: { as: 'hand', at: paused.changedAt, by: 'Ana', why: null } },
}

describe('a step whose answer was lost', () => {
  test.each<[name: string, before: Incident, after: Incident, says: string]>([
    ['Pause P', running, pausedByHand, 'Paused.'],
    ['Ask for approval', previewed, { ...waiting, mine: true, may: mayOnly('edit') }, 'The plan is waiting for approval.'],
    ['Decline', waiting, { ...previewed, version: 6, mine: false }, 'The plan is previewed.'],
    ['Start the pilot', approved, { ...running, state: 'pilot', version: 7 }, 'The pilot is running.'],
  ])('says “%s” was taken once the page shows it, and no more that nobody knows', async (name, before, after, says) => {
    await show(before, { answer: reset })
    await userEvent.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText(unknown)).toBeTruthy()
    changeTo(after)
    expect(await screen.findByText(`The answer was lost, so we looked again. ${says}`)).toBeTruthy()
    expect(screen.queryByText(unknown)).toBeNull()
  })

  test('stays unknown as long as the page doesn’t show it', async () => {
    await show(running, { answer: reset })
    await userEvent.click(button(/Pause/))
    await screen.findByText(unknown)
    changeTo({ ...running, done: 640 })
    await waitFor(() => expect(screen.getByText(unknown)).toBeTruthy())
    expect(screen.queryByText(/looked again/)).toBeNull()
  })

  async function resume() {
    await userEvent.click(button('Resume'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'These were known')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Resume' }))
    return dialog
  }

  test('closes the dialog of a resume that happened, and opens it anew at the next pause', async () => {
    await show(paused, { answer: reset })
    expect(await within(await resume()).findByText(unknown)).toBeTruthy()
    changeTo({ ...running, version: 42 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('The answer was lost, so we looked again. The run is running.')).toBeTruthy()
    changeTo({ ...paused, version: 43 })
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
    expect(screen.queryByText(unknown)).toBeNull()
  })

  test('is taken once however often it’s pressed: the second press brings the first answer', async () => {
    const losing = ['once']
    const asked = await show(paused, { answer: () => (losing.pop() ? reset() : { ...running, version: 42 }) })
    const dialog = await resume()
    await within(dialog).findByText(unknown)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers)
    expect(second).toEqual(first)
  })

  test('says nothing in the dialog of another step', async () => {
    await show(running, { answer: reset })
    await userEvent.click(button(/Pause/))
    await screen.findByText(unknown)
    await userEvent.click(button('Stop'))
    expect(within(await screen.findByRole('dialog')).queryByText(unknown)).toBeNull()
  })
})
