// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { AddressForTests } from '@/lib/client/address-for-tests'
import { commandOffers } from '@/lib/incidents/command'
import type { Incident, IncidentTexts } from '@/lib/incidents/incident'
import { approved, finished, incidentId, look, mayOnly, paused, previewed, rowLike, running, waiting } from './incident-for-tests'
import { IncidentView } from './incident-view'

afterEach(() => {
  gone = []
  texts = []
  cleanup()
  vi.unstubAllGlobals()
})

/** Where the page led. */
let gone: string[] = []
/** What customers may be told. */
let texts: IncidentTexts['data'] = []

/** The page with an incident; returns what was asked of the dashboard beside the incident itself. */
async function show(incident: Incident, answer: (path: string) => unknown = () => incident) {
  const rows = { data: [rowLike({ words: 'Subscription is disabled' })], meta: { type: 'collection', total: 1, next: null } }
  const asked: { path: string; method: string; headers: Record<string, string>; body: { rows?: number[] } }[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
      if (method === 'GET' && path.includes('/rows')) {
        asked.push({ path, method, headers: {}, body: {} })
        return Response.json(rows)
      }
      if (method === 'GET' && path.endsWith('/texts'))
        return Response.json({ data: texts, meta: { type: 'collection', total: 0 } })
      if (method === 'GET') return Response.json(incident)
      asked.push({ path, method, headers: headers as Record<string, string>, body: JSON.parse(String(body)) })
      return Response.json(answer(path))
    }),
  )
  render(
    <AddressForTests search="">
      <AppRouterContext.Provider value={{ ...router, push: (path) => gone.push(path) }}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <IncidentView merchant="northwind" id={incidentId} offers={commandOffers} rateMax={20} />
        </QueryClientProvider>
      </AppRouterContext.Provider>
    </AddressForTests>,
  )
  await screen.findByRole('heading', { name: 'Turn off autocharge', level: 1 })
  return asked
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const posted = (step: string) => `/api/desk/incidents/${incidentId}/${step}`

describe('a plan', () => {
  test('is discarded by one press, and says from then on that nothing was sent', async () => {
    const asked = await show({ ...previewed, may: mayOnly('edit', 'preview', 'ask', 'close') })
    await userEvent.click(button('Discard'))
    expect(asked.at(-1)?.path).toBe(posted('close'))
    cleanup()
    await show({ ...previewed, state: 'closed', may: mayOnly() })
    expect(screen.getByText('This plan was discarded. Nothing was sent.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Discard|Close|Approve|Preview/ })).toBeNull()
    expect(screen.queryByText(/waits for a second person/)).toBeNull()
  })

  test('says what would happen in counts that open exactly their rows, and asks for approval with the version that was seen', async () => {
    const asked = await show(previewed)
    const card = screen.getByRole('region', { name: 'What would happen' })
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
    await userEvent.type(screen.getByLabelText('Ticket'), '8')
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
    const asked = await show(waiting, () => ({ ...waiting, toOpen: { rows, opened: asked.at(-1)?.body.rows } }))
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
    const asked = await show(look, () => ({
      ...look,
      toOpen: { rows: look.toOpen?.rows ?? [], opened: asked.at(-1)?.body.rows },
    }))
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

  test('that ended adds up to what was given, plans refused rows again and the undo', async () => {
    const asked = await show(finished)
    expect(screen.getByText(/adds up to what was given, 47 left out before the run/)).toBeTruthy()
    expect(button('Send again').getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button('Fix and resubmit'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Plan 1 row again' }))
    expect(asked.at(-1)).toMatchObject({ path: posted('again'), body: { which: 'refused', rows: [1] } })
    cleanup()
    const again = await show(finished)
    await userEvent.click(button('Plan the undo'))
    expect(again.at(-1)?.path).toBe(posted('inverse'))
    expect(gone).toContain(`/incidents/${incidentId}`)
  })
  test('that was stopped is announced as stopped, and plans again what it left and what had moved', async () => {
    const run = finished.run as NonNullable<Incident['run']>
    const counts = { ...run.counts, 'left-out': 12 }
    const stopped = { ...finished, state: 'stopped' as const, pausedAs: 'breaker' as const }
    const asked = await show({ ...stopped, run: { ...run, counts, reasons: { busy: 2, stopped: 10 } } })
    const told = await screen.findByText('The run is stopped. 1,187 of 1,193 rows done, 3 refused, 2 unconfirmed, 1 moved.')
    expect(told.getAttribute('role')).toBe('status')
    await userEvent.click(button('Plan 12 rows again'))
    expect(asked.at(-1)).toMatchObject({ path: posted('again'), body: { which: 'left' } })
    await userEvent.click(button('Plan 1 row again'))
    expect(asked.at(-1)).toMatchObject({ path: posted('again'), body: { which: 'moved' } })
  })

  test('that ended offers a text for copying only where it’s true of each customer', async () => {
    texts = [
      { language: 'en', rows: 2, example: 'You have access until 27 March 2027.', isShared: false, unknown: 0 },
      { language: 'de', rows: 2, example: 'Sie können es weiter nutzen.', isShared: true, unknown: 2 },
    ]
    await show(finished)
    expect(await screen.findByText('An example. The texts differ, so copy each from the file.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Copy the text/ }).map((each) => each.getAttribute('aria-label'))).toEqual([
      'Copy the text in German',
    ])
  })
})
