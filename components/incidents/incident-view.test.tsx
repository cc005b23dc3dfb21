// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { Incident } from '@/lib/incidents/incident'
import { approved, look, mayOnly, paused, previewed, rowLike, running, waiting } from './incident-for-tests'
import { button, forgetPage, posted, show } from './incident-page-for-tests'

afterEach(forgetPage)

describe('a plan', () => {
  test('is discarded by one press, and says from then on that nothing was sent', async () => {
    const asked = await show({ ...previewed, may: mayOnly('edit', 'preview', 'ask', 'close') })
    await userEvent.click(button('Discard'))
    expect(asked.at(-1)?.path).toBe(posted('close'))
    cleanup()
    await show({ ...previewed, state: 'closed', may: mayOnly() })
    expect(await screen.findByText('This plan was discarded. Nothing was sent.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Discard|Close|Approve|Preview/ })).toBeNull()
    expect(screen.queryByText(/waits for a second person/)).toBeNull()
  })

  test('says what would happen in counts that open exactly their rows, and asks for approval with the version that was seen', async () => {
    const asked = await show(previewed)
    const card = await screen.findByRole('region', { name: 'What would happen' })
    expect(within(card).getByText(/of 1,240 will change/)).toBeTruthy()
    expect(within(card).getByText(/^3 in the pilot, then about/)).toBeTruthy()
    expect(within(card).getByRole('img').getAttribute('aria-label')).toBe(
      '1,193 will change, 27 already so, 9 in doubt, 5 not found, 2 of another merchant account, 4 given twice',
    )
    expect(
      within(card).getByText(
        '6 renew within the run, 2 have an unconfirmed action, and 1 is open in a colleague’s window. Left out and named.',
      ),
    ).toBeTruthy()
    expect(within(card).getByText(/Their languages: English 812, German 340, and unknown 41\./)).toBeTruthy()
    await userEvent.click(within(card).getByRole('button', { name: 'Show in doubt' }))
    expect(await within(card).findByRole('table', { name: 'In doubt' })).toBeTruthy()
    expect(asked.at(-1)?.path).toBe(`${posted('rows')}?count=in-doubt`)
    await userEvent.click(button('Ask for approval'))
    expect(asked.at(-1)).toMatchObject({ path: posted('ask'), headers: { 'x-version': '4', 'x-merchant': 'northwind' } })
  })

  test('that is being changed is previewed again before it can be asked for', async () => {
    await show(previewed)
    await userEvent.type(await screen.findByLabelText('Ticket'), '8')
    const ask = button('Ask for approval')
    expect(ask.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(ask.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Preview the changes first')
  })

  test('is decided by what was on screen, and its own planner sees why they can’t', async () => {
    const asked = await show({ ...waiting, toOpen: { rows: waiting.toOpen?.rows ?? [], opened: [1, 1_193, 400] } })
    await userEvent.type(screen.getByLabelText('Note'), 'Looked at three')
    await userEvent.click(button('Approve'))
    expect(asked.at(-1)).toMatchObject({
      path: posted('decide'),
      body: { decision: 'approve', note: 'Looked at three', planHash: waiting.preview?.planHash },
    })
    cleanup()
    const own = 'You can’t decide on your own incident.'
    await show({ ...waiting, mine: true, may: { ...mayOnly('edit'), decide: own } })
    expect(button('Approve').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText(own).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Ask for approval' })).toBeNull()
    cleanup()
    const inPlace = await show({ ...waiting, mine: true, may: { ...mayOnly('edit', 'ask'), decide: own } })
    await userEvent.click(button('Ask for approval'))
    expect(inPlace.at(-1)?.path).toBe(posted('ask'))
  })

  test('can be approved once the rows that were drawn are opened, and declined at once', async () => {
    const rows = waiting.toOpen?.rows ?? []
    const asked = await show(waiting, { answer: () => ({ ...waiting, toOpen: { rows, opened: asked.at(-1)?.body.rows } }) })
    const card = screen.getByRole('region', { name: 'Rows to open' })
    for (const left of ['Open each row first', 'Open the other 2 rows first', 'Open the other 1 row first']) {
      expect(screen.getAllByText(left).length).toBeGreaterThan(0)
      expect(button('Approve').getAttribute('aria-disabled')).toBe('true')
      const [link] = within(card).getAllByRole('link', { name: /^Open buyer/ })
      link?.addEventListener('click', (event) => event.preventDefault())
      await userEvent.click(link as HTMLElement)
    }
    expect(asked.at(-1)).toMatchObject({ path: posted('look'), body: { rows: [1, 1_193, 400] }, headers: { 'x-version': '5' } })
    expect(button('Approve').getAttribute('aria-disabled')).toBe(null)
    expect(button('Decline').getAttribute('aria-disabled')).toBe(null)
  })

  test('that is approved starts with its pilot', async () => {
    const asked = await show(approved)
    await userEvent.click(button('Start the pilot'))
    expect(asked.at(-1)?.path).toBe(posted('start'))
  })
})

describe('a run', () => {
  test('goes on only after each row of the pilot was opened', async () => {
    const asked = await show(look, {
      answer: () => ({
        ...look,
        toOpen: { rows: look.toOpen?.rows ?? [], opened: asked.at(-1)?.body.rows },
      }),
    })
    const card = screen.getByRole('region', { name: 'Pilot of 3' })
    const links = within(card).getAllByRole('link', { name: /^Open buyer/ })
    expect(links).toHaveLength(3)
    for (const link of links) {
      expect(within(card).getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('true')
      link.addEventListener('click', (event) => event.preventDefault())
      await userEvent.click(link)
    }
    expect(asked.at(-1)).toMatchObject({ path: posted('look'), body: { rows: [1, 1_193, 400] } })
    await userEvent.click(within(card).getByRole('button', { name: 'Continue' }))
    expect(asked.at(-1)?.path).toBe(posted('go-on'))
  })

  test('is paused by one press or one key, and shows each limit with its count', async () => {
    const asked = await show(running)
    const limits = screen.getByRole('region', { name: 'Pauses automatically at' })
    expect(within(limits).getByText('0.5 of 2%')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Outcome' }).textContent).toContain('641 of 1,193')
    await userEvent.keyboard('p')
    expect(asked.filter(({ path }) => path === posted('pause'))).toHaveLength(1)
  })

  test('leads from a row to all that the service said of it, and to where it is settled', async () => {
    const rows = [
      rowLike({ state: 'refused', words: 'Not allowed', actionId: 'a-1' }),
      rowLike({ n: 2, state: 'unconfirmed', actionId: 'a-2' }),
      rowLike({ n: 3, state: 'unconfirmed', settled: 'happened', actionId: 'a-3' }),
      rowLike({ n: 4, state: 'done', actionId: 'a-4' }),
      rowLike({ n: 5, state: 'left-out' }),
    ]
    await show(paused, { rows })
    const table = await screen.findByRole('table', { name: 'Rows' })
    const links = within(table).getAllByRole('link', { name: /^(Show refusal|Settle)$/ })
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Show refusal', '/journal?entry=a-1'],
      ['Settle', '/journal?entry=a-2'],
    ])
  })

  test('that paused says why, and resumes with a reason only', async () => {
    const asked = await show(paused)
    expect(screen.getByRole('alert').textContent).toContain('3 of the last 50 were refused.')
    await userEvent.click(button('Resume'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Resume' }))
    expect(within(dialog).getByText('Enter a reason')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'These were known')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Resume' }))
    expect(asked.at(-1)).toMatchObject({ path: posted('resume'), body: { reason: 'These were known' } })
  })

  test('that has begun and waits for approval again says what is done and what is left, and can be stopped', async () => {
    const run = { ...(paused.run as NonNullable<Incident['run']>), trips: 3 }
    await show({ ...paused, state: 'waiting', toOpen: waiting.toOpen, run, may: mayOnly('decide', 'stop', 'look') })
    expect(screen.getByRole('alert').textContent).toContain('3 of the last 50 were refused.')
    expect(screen.getByRole('region', { name: 'Decision' }).textContent).toContain('the 550 rows still waiting may be sent')
    expect(screen.getByRole('region', { name: 'Outcome' }).textContent).toContain('641 of 1,193')
    expect(screen.getByRole('region', { name: 'What was approved before it began' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull()
    expect(button('Stop').getAttribute('aria-disabled')).toBeNull()
  })

  test('says who declined to let it go on, and is taken over at its pilot too', async () => {
    const approval = { ...(paused.approval as NonNullable<Incident['approval']>), state: 'declined' as const, note: 'Not today' }
    await show({ ...paused, approval })
    expect(screen.getByRole('alert').textContent).toContain(`${approval.decidedBy} declined to approve it again: “Not today”`)
    expect(screen.getByText('Declined')).toBeTruthy()
    cleanup()
    const asked = await show({ ...look, may: { ...mayOnly('take-over', 'stop'), 'go-on': 'Take it over first.' } })
    await userEvent.click(button('Take over'))
    expect(asked.at(-1)?.path).toBe(posted('take-over'))
  })
})
