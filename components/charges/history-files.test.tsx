// @vitest-environment happy-dom

import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import { noChargeFilter } from '@/lib/charges/order-filter'
import { fileEndHeader } from '@/lib/core/browser-names'
import { ownAnswer, ownJson } from '@/lib/testing/own-answers'
import { EvidenceDialog } from './evidence-dialog'
import { ExportDialog } from './export-dialog'
import type { FilesOf } from './history-files'

type Asked = { path: string; body: Record<string, unknown>; merchant: string | null; end: string }
const asked: Asked[] = []
const saved: string[] = []
const files: Blob[] = []
let answer = () => ownAnswer('a file', { headers: { 'content-disposition': 'attachment; filename="orders-b.csv"' } })

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    const given = new Headers(headers)
    const end = given.get(fileEndHeader) ?? ''
    asked.push({ path, body: JSON.parse(String(body)), merchant: given.get('x-merchant'), end })
    return answer()
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const list of [asked, saved, files]) list.length = 0
  answer = () => ownAnswer('a file', { headers: { 'content-disposition': 'attachment; filename="orders-b.csv"' } })
})

const of = (changes: Partial<FilesOf> = {}): FilesOf => ({
  buyerId: 'b',
  merchant: { code: 'northwind', name: 'Northwind', timeZone: 'America/New_York' },
  ticket: null,
  filter: noChargeFilter,
  orders: [orderLike([chargeLike()], { orderId: 'o-1' }), orderLike([chargeLike()], { orderId: 'o-2' })],
  ...changes,
})
const nothing = () => {}

it('by keyboard alone a file is asked for as chosen, saved under its name, and said to be in the journal', async () => {
  render(<ExportDialog of={of({ filter: { ...noChargeFilter, find: 'plus' } })} onClose={nothing} />)
  const dialog = within(screen.getByRole('dialog', { name: 'Export CSV' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Back' }))
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect((await dialog.findByRole('status')).textContent).toContain('The journal records this export')
  expect(saved).toEqual(['orders-b.csv'])
  expect(asked[0]).toMatchObject({
    path: '/api/desk/buyers/b/export',
    merchant: 'northwind',
    body: { rows: 'orders', format: 'csv', order: 'newest-first', zone: 'service', filter: { find: 'plus' } },
  })
})

it('nothing is asked for where no order matches the filter, until it is let go', async () => {
  render(<ExportDialog of={of({ filter: { ...noChargeFilter, find: 'plus' }, found: 0 })} onClose={nothing} />)
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: /Export CSV/ }))
  expect(asked).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Only orders that match the page’s filters' }))
  await userEvent.click(dialog.getByRole('button', { name: /Export CSV/ }))
  await dialog.findByText(/The journal records this export/)
  expect(asked[0]).toMatchObject({ body: { filter: {} } })
})

it('rows, columns and zone are those chosen, and without a column nothing is asked for', async () => {
  render(<ExportDialog of={of()} onClose={nothing} />)
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Attempts' }))
  await userEvent.click(dialog.getByRole('button', { name: 'None' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Export CSV' }))
  expect(asked).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'amount' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'charge' }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Time zone' }), 'America/New_York')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), 'xlsx')
  await userEvent.click(dialog.getByRole('button', { name: 'Export XLSX' }))
  await dialog.findByText(/The journal records this export/)
  expect(asked[0]?.body).toMatchObject({
    rows: 'attempts',
    format: 'xlsx',
    zone: 'America/New_York',
    columns: ['chargeId', 'amount'],
  })
})

it('a refusal is said as it is, and nothing is saved', async () => {
  const refusal = {
    kind: 'unavailable',
    title: 'Too many files',
    detail: '5 files per hour are the limit.',
    status: 429,
    fields: [],
  }
  answer = () => ownJson(refusal, { status: 429 })
  render(<ExportDialog of={of()} onClose={nothing} />)
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect((await screen.findByRole('alert')).textContent).toContain('5 files per hour are the limit.')
  expect(saved).toEqual([])
})

it('a pack for the bank waits for a reason, and is about the orders ticked', async () => {
  render(<EvidenceDialog of={of()} onClose={nothing} />)
  const dialog = within(screen.getByRole('dialog', { name: 'Evidence pack' }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Audience' }), 'bank')
  const make = () => dialog.getByRole('button', { name: 'Create evidence pack' })
  expect(make().getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Dispute 12')
  await userEvent.click(dialog.getByRole('checkbox', { name: /o-2/ }))
  await userEvent.click(make())
  await dialog.findByText(/The journal records this export/)
  expect(asked[0]?.body).toEqual({ orderIds: ['o-1', 'o-2'], level: 'bank', from: null, to: null, reason: 'Dispute 12' })
})

const csv = '\uFEFForder,note\r\no-1,\r\n1 row of 1 order, no order left out.\r\n'
const zip = 'PK\u0003\u0004 a workbook or a pack PK\u0005\u0006'
const kinds = [
  ['CSV', csv, async () => userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))],
  [
    'XLSX',
    zip,
    async () => {
      await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'xlsx')
      await userEvent.click(screen.getByRole('button', { name: 'Export XLSX' }))
    },
  ],
  ['an evidence pack', zip, async () => userEvent.click(screen.getByRole('button', { name: 'Create evidence pack' }))],
] as const

describe.each(kinds)('%s', (kind, content, take) => {
  /** Takes the file; `arrives` is what comes of it and of the mark behind it. */
  async function taking(arrives: (whole: string) => string, isMarked = true) {
    answer = () => {
      const end = asked.at(-1)?.end ?? ''
      const headers = new Headers({ 'content-disposition': 'attachment; filename="file"' })
      if (isMarked) headers.set(fileEndHeader, end)
      return ownAnswer(arrives(content + (isMarked ? end : '')), { headers })
    }
    const Shown = kind === 'an evidence pack' ? EvidenceDialog : ExportDialog
    render(<Shown of={of()} onClose={nothing} />)
    await take()
  }

  it('is saved without the mark that tells its end', async () => {
    await taking((whole) => whole)
    const status = await screen.findByText(/The journal records this export/)
    expect(new Uint8Array((await files[0]?.arrayBuffer()) ?? [])).toEqual(new TextEncoder().encode(content))
    expect(status.textContent).toContain(`${new Blob([content]).size} B`)
  })

  it.each([
    ['half-way', (whole: string) => whole.slice(0, whole.length / 2)],
    ['behind its last row', (whole: string) => whole.slice(0, -36)],
    ['within the mark', (whole: string) => whole.slice(0, -1)],
    ['before its first byte', () => ''],
  ])('that ends %s isn’t saved, though the connection ended cleanly', async (_, arrives) => {
    await taking(arrives)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The file arrived incomplete, so it wasn’t saved. Export it again.')
    expect(saved).toEqual([])
  })

  it('of a copy of the dashboard that marks no end is saved as it came', async () => {
    await taking((whole) => whole, false)
    await screen.findByText(/The journal records this export/)
    expect(saved).toEqual(['file'])
  })
})
