// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AddressForTests } from '@/lib/client/address-for-tests'
import { actionLike, openAction } from '@/lib/commands/action-for-tests'
import type { JournalPiece } from '@/lib/commands/journal-filter'
import type { Role } from '@/lib/core/roles'
import type { ChainEnd, ChainPlace, Verdict } from '@/lib/core/verdict'
import { ownJson } from '@/lib/testing/own-answers'
import { JournalView } from './journal-view'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const newest = openAction({ actionId: '11111111-1111-4111-8111-111111111111', at: '2026-03-02T10:00:00.000Z' })
const oldest = actionLike({
  actionId: '22222222-2222-4222-8222-222222222222',
  words: 'Disable token',
  at: '2026-03-01T09:00:00.000Z',
  undoes: newest.actionId,
})

type Answers = { pieces?: JournalPiece[]; verdict?: Verdict; end?: ChainEnd; place?: ChainPlace }

function show(
  search: string,
  {
    role = 'manager',
    pieces = [{ actions: [newest], next: null }],
    verdict,
    end = { entries: 12, fault: null },
    place,
  }: { role?: Role } & Answers = {},
) {
  let read = 0
  const fetched = vi.fn(async (path: string) => {
    if (path.endsWith('/verify')) return ownJson(verdict)
    if (path.startsWith('/api/desk/actions/')) return ownJson({ ...oldest, place })
    return ownJson(pieces[read++])
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <AddressForTests search={search}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <JournalView
          context={{ role, merchant: 'northwind', merchants: [{ code: 'northwind', name: 'Northwind' }] }}
          commands={[]}
          people={['Ines Dahl']}
          end={role === 'agent' ? null : end}
          openAction={() => {}}
        />
      </QueryClientProvider>
    </AddressForTests>,
  )
  return fetched
}

it('asks for what the address says, and for the file of the same', async () => {
  const fetched = show('outcome=open&ticket=T-48213')
  await screen.findByRole('button', { name: 'Turn off autocharge' })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/desk/journal?outcome=open&ticket=T-48213')
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/desk/journal/export?outcome=open&ticket=T-48213',
  )
  expect(screen.getByRole('button', { name: 'Unconfirmed' }).getAttribute('aria-pressed')).toBe('true')
})

it('unfolds an entry in place and writes it into the address', async () => {
  show('')
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off autocharge' }))
  expect(location.search).toBe(`?entry=${newest.actionId}`)
  const entry = within(document.getElementById(`entry-${newest.actionId}`) ?? document.body)
  expect(await entry.findByText('We do not know whether this was applied.')).toBeTruthy()
  expect(entry.getByText('unknown')).toBeTruthy()
  expect(entry.getByRole('region', { name: 'What was sent' }).textContent).toContain('"reason": "Asked by phone"')
})

it('tells of a refused entry all that the service said, to copy at once', async () => {
  const marks = { traceId: 'da685e022db52df88ecd58b37ac34121', uuid: '45beacf7-54f7-4706-836c-0019c0c0f6d2' }
  const fields = [{ field: 'merchantCode', title: 'Is not this account’s.', values: 'northwind-2' }]
  const answer = { status: 422, code: '3000', detail: 'Validation failed', fields, ...marks }
  const refused = actionLike({ actionId: newest.actionId, state: 'refused', answer })
  show(`entry=${refused.actionId}`, { pieces: [{ actions: [refused], next: null }] })
  const entry = within((await screen.findByText('Refused.')).parentElement ?? document.body)
  expect(entry.getByRole('listitem').textContent).toBe('merchantCode: Is not this account’s. (northwind-2)')
  await userEvent.click(entry.getByRole('button', { name: 'Copy details' }))
  const copied = await navigator.clipboard.readText()
  for (const part of ['Validation failed', 'code 3000', ...Object.values(marks)]) expect(copied).toContain(part)
})

it('shows older entries when asked, after the last one seen', async () => {
  const fetched = show('', {
    pieces: [
      { actions: [newest], next: newest.at },
      { actions: [oldest], next: null },
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }))
  expect(await screen.findByRole('button', { name: 'Disable token' })).toBeTruthy()
  expect(fetched.mock.calls[1]?.[0]).toContain(encodeURIComponent(newest.at))
  expect(screen.getByText('All 2 entries')).toBeTruthy()
})

it('shows an entry of a link that the list does not hold, and leads from it to the one it undoes', async () => {
  show(`entry=${oldest.actionId}`)
  const apart = within(await screen.findByRole('region', { name: 'Linked entry' }))
  await userEvent.click(await apart.findByRole('button', { name: /the entry 11111111/ }))
  expect(location.search).toBe(`?entry=${newest.actionId}`)
  expect(document.activeElement?.getAttribute('data-entry')).toBe(newest.actionId)
})

it('says what to do where the filter lets nothing through', async () => {
  show('ticket=T-0', {
    pieces: [
      { actions: [], next: null },
      { actions: [newest], next: null },
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('button', { name: 'Turn off autocharge' })).toBeTruthy()
  expect(location.search).toBe('')
})

it('says before anybody verifies it only what was looked at', () => {
  show('')
  expect(screen.getByText(/12 entries/).textContent).toBe('12 entries, the newest unbroken')
})

it('warns of a newest entry that isn’t what was written', () => {
  show('', { end: { entries: 12, fault: 'entry 12 doesn’t match what was written' } })
  expect(screen.getByRole('alert').textContent).toContain('Found: entry 12 doesn’t match what was written.')
  expect(screen.queryByText(/unbroken/)).toBeNull()
})

it('begins a row with names, and keeps ids for the unfolded entry', async () => {
  show('', {
    pieces: [{ actions: [actionLike(), actionLike({ actionId: oldest.actionId, buyer: null, product: null })], next: null }],
  })
  await screen.findAllByRole('button', { name: 'Turn off autocharge' })
  const [named, nameless] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(named).toMatch(/Ines DahlTurn off autocharge r•••n@e••••••\.testPlus 1 month, on → off/)
  expect(nameless).toContain('buyer …2787')
  expect(`${named} ${nameless}`).not.toMatch(/[0-9a-f]{8}[-…]/)
})

it('shows where the entry is in the chain', async () => {
  const place = {
    entries: [1_283, 1_284],
    hash: '9f31aabbccdda07c',
    previous: '52eeaabbccdd11b4',
    isUnbroken: true,
    checkpoint: { seq: 1_290, at: '2026-03-02T17:00:00.000Z' },
  }
  show('', { place })
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off autocharge' }))
  expect((await screen.findByText(/follows 1,283, unbroken/)).textContent).toBe('Entry 1,284 follows 1,283, unbroken')
  expect(screen.getByText('also entry 1,283')).toBeTruthy()
  expect(screen.getByText(/checkpoint at 1,290, signed 2 Mar 2026/)).toBeTruthy()
})

it('tells whether the chain is whole', async () => {
  show('', { verdict: { whole: true, entries: 48_213, head: '77c1aabbccddeeff0011' } })
  await userEvent.click(screen.getByRole('button', { name: 'Verify journal' }))
  expect((await screen.findByText(/48,213 entries, chain unbroken/)).closest('[role="status"]')?.textContent).toContain('checked')
})

it('names the rows that are not what the journal says', async () => {
  const rows = [{ table: 'refund_steps', id: 's-1', field: 'note', why: 'it doesn’t match what entry 7 wrote' }]
  show('', { verdict: { whole: false, seq: 9, why: 'refund_steps s-1', rows } })
  await userEvent.click(screen.getByRole('button', { name: 'Verify journal' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /refund steps .*s-1.*, note: it doesn’t match what entry 7 wrote/,
  )
})

it('says of lost checkpoints that the chain itself is whole', async () => {
  const why = 'the checkpoint file is missing: checkpoint 9 was in it'
  show('', { verdict: { whole: false, seq: 9, why, checkpoints: true } })
  await userEvent.click(screen.getByRole('button', { name: 'Verify journal' }))
  expect((await screen.findByRole('alert')).textContent).toContain(`Found: ${why}.The entries themselves are intact.`)
})

it('names the first broken entry as a danger', async () => {
  show('', { verdict: { whole: false, seq: 17, why: 'entry 17 is missing' } })
  await userEvent.click(screen.getByRole('button', { name: 'Verify journal' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The journal fails verification at entry 17. Found: entry 17 is missing.',
  )
})

it('tells an agent that these are their own, and why the chain is not theirs to verify', async () => {
  const fetched = show('', { role: 'agent' })
  expect(screen.getByText(/Your actions, newest first/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Verify journal' }))
  expect(fetched.mock.calls.some(([path]) => path.endsWith('/verify'))).toBe(false)
})

it('makes a step of each filter, which Back undoes', async () => {
  show('', {
    pieces: [
      { actions: [newest], next: null },
      { actions: [], next: null },
    ],
  })
  const before = history.length
  await userEvent.click(await screen.findByRole('button', { name: 'Refused' }))
  expect([location.search, history.length]).toEqual(['?outcome=refused', before + 1])
})
