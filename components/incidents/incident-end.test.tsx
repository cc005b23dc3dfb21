// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Incident } from '@/lib/incidents/incident'
import { approved, finished, incidentId, look, paused, previewed, running } from './incident-for-tests'
import { button, changeTo, forgetPage, gone, posted, show } from './incident-page-for-tests'

afterEach(forgetPage)

const texts = [
  { language: 'en', rows: 2, example: 'You have access until 27 March 2027.', isShared: false, unknown: 0 },
  { language: 'de', rows: 2, example: 'Sie können es weiter nutzen.', isShared: true, unknown: 2 },
]

describe('a run', () => {
  test('that ended adds up to what was given, plans refused rows again and the undo', async () => {
    const asked = await show(finished)
    expect(await screen.findByText(/adds up to what was given, 47 left out before the run/)).toBeTruthy()
    expect(button('Send again').getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button('Fix and resubmit'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Plan 1 row again' }))
    expect(asked.at(-1)).toMatchObject({ path: posted('again'), body: { which: 'refused', rows: [1] } })
    cleanup()
    const again = await show(finished)
    await userEvent.click(await screen.findByRole('button', { name: 'Plan the undo' }))
    expect(again.at(-1)?.path).toBe(posted('inverse'))
    expect(gone).toContain(`/incidents/${incidentId}`)
  })

  test.each(['Plan the undo', 'Plan 1 row again'])('opens the first draft where the answer to “%s” was lost', async (name) => {
    const losing = ['once']
    const asked = await show(finished, {
      answer() {
        changeTo({ ...finished, version: finished.version + 1 })
        if (losing.pop()) throw new TypeError('The connection was reset')
        return { ...previewed, id: 'the-first-draft' }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText(/If it was saved, it won’t be saved twice\./)).toBeTruthy()
    expect(gone).toEqual([])
    await userEvent.click(button(name))
    expect(gone).toEqual(['/incidents/the-first-draft'])
    const [first, second] = asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers)
    expect(second).toEqual(first)
  })

  test('that was stopped is announced as stopped, and plans again what it left and what had moved', async () => {
    const run = finished.run as NonNullable<Incident['run']>
    const counts = { ...run.counts, 'left-out': 12 }
    const stopped = { ...finished, state: 'stopped' as const, pausedAs: 'breaker' as const }
    const asked = await show({ ...stopped, run: { ...run, counts, reasons: { busy: 2, stopped: 10 } } })
    const told = await screen.findByText('The run is stopped. 1,187 of 1,193 rows done, 3 refused, 2 unconfirmed, 1 moved.')
    expect(told.getAttribute('role')).toBe('status')
    await userEvent.click(await screen.findByRole('button', { name: 'Plan 12 rows again' }))
    expect(asked.at(-1)).toMatchObject({ path: posted('again'), body: { which: 'left' } })
    await userEvent.click(button('Plan 1 row again'))
    expect(asked.at(-1)).toMatchObject({ path: posted('again'), body: { which: 'moved' } })
  })

  test('that ended offers a text for copying only where it’s true of each customer', async () => {
    await show(finished, { texts })
    expect(await screen.findByRole('link', { name: 'All texts, CSV' })).toBeTruthy()
    expect(await screen.findByText('An example. The texts differ, so copy each from the file.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Copy the text/ }).map((each) => each.getAttribute('aria-label'))).toEqual([
      'Copy the text in German',
    ])
  })

  test('that ended offers the file of the texts to nobody who may not have it', async () => {
    await show(finished, { texts, role: 'agent' })
    expect(await screen.findByText(/^An example\. The texts differ, so ask finance or a manager for the file\.$/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'All texts, CSV' })).toBeNull()
    expect(button('All texts, CSV').getAttribute('aria-disabled')).toBe('true')
  })

  test('that ended says why there are no texts', async () => {
    await show(finished)
    const changed = 'No texts, because what was done has changed since, or isn’t certain.'
    expect(await screen.findByText(changed)).toBeTruthy()
    cleanup()
    const run = finished.run as NonNullable<Incident['run']>
    await show({ ...finished, run: { ...run, counts: { ...run.counts, done: 0 } } })
    expect(await screen.findByText('No texts, because no row was done.')).toBeTruthy()
  })

  test('that was stopped after its pilot of two says that the rest never ran', async () => {
    const run = finished.run as NonNullable<Incident['run']>
    const pilot = { ...(look.pilot as NonNullable<Incident['pilot']>), rows: look.pilot?.rows.slice(0, 2) ?? [] }
    const counts = { ...run.counts, done: 2, refused: 0, unconfirmed: 0, moved: 0, 'left-out': 49 }
    await show({ ...finished, state: 'stopped', pilot, run: { ...run, counts } })
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(steps.slice(2, 4).map(({ textContent }) => textContent)).toEqual([
      'Pilot of 2, done2 rows done',
      'Running, not yetthe rest',
    ])
  })

  test('that paused by itself names nobody for it', async () => {
    await show(paused)
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(steps[3]?.textContent).toBe('Paused, pausedautomatically')
    cleanup()
    await show({ ...paused, pilot: { ...(look.pilot as NonNullable<Incident['pilot']>), over: false, lookedAt: null } })
    const inPilot = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(inPilot.slice(2, 4).map(({ textContent }) => textContent)).toEqual([
      'Pilot of 3, pausedpaused automatically',
      'Running, not yetthe rest',
    ])
  })

  test('keeps the focus on the page when the button that was pressed is gone', async () => {
    await show(approved, { answer: () => running })
    button('Start the pilot').focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByText('Running')
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  })
})
