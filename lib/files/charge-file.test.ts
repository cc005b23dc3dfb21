import { expect, it } from 'vitest'
import { type ChargeFile, fileContents, fileName, packName } from './charge-file'

const about = { merchant: 'northwind', buyerId: '5d0e77b1-8a2f-4c11-9b60-6f1d20e3c4a9', today: '2026-11-22' }
const file = (more: Partial<ChargeFile> = {}): ChargeFile => ({
  rows: 'orders',
  format: 'csv',
  order: 'newest-first',
  zone: 'service',
  columns: ['orderId'],
  filter: {},
  ...more,
})

it.each([
  [{ filter: { month: '2026-10' } }, 'northwind_5d0e77b1_2026-10_charges.csv'],
  [
    { filter: { month: '2026-Q3' }, rows: 'attempts' as const, ticket: 'T-47/11' },
    'northwind_5d0e77b1_2026-Q3_T-47-11_attempts.csv',
  ],
  [
    { filter: { from: '2026-05-01', to: '2026-05-14' }, format: 'xlsx' as const },
    'northwind_5d0e77b1_2026-05-01_2026-05-14_charges.xlsx',
  ],
  [{ filter: { from: '2026-05-01' } }, 'northwind_5d0e77b1_2026-05-01_2026-11-22_charges.csv'],
  [{ filter: { month: '2026-10', from: '2026-10-15' } }, 'northwind_5d0e77b1_2026-10-15_2026-10-31_charges.csv'],
  [{ rows: 'products' as const, ticket: '/' }, 'northwind_5d0e77b1_all-dates-on-2026-11-22_product-lines.csv'],
  [{ filter: { month: '2026-10', currency: 'EUR', money: 'lost' as const } }, 'northwind_5d0e77b1_2026-10_EUR_lost_charges.csv'],
  [
    { filter: { month: '2026-10', provider: 'acqlocal', mid: 'second', has: 'declined-first' as const, find: 'odd’s 8242' } },
    'northwind_5d0e77b1_2026-10_acqlocal_second_declined-first_odd-s-8242_charges.csv',
  ],
])('%j is named by account, buyer, days and ticket', (more, name) => {
  expect(fileName(file(more), about)).toBe(name)
})

it('two evidence packs of a buyer have different names, by when they were made', () => {
  const made = (madeAt: string, ticket?: string) => packName({ ...about, level: 'bank', madeAt }, ticket)
  expect(made('2026-11-22T14:02:31.120Z', 'T-47/11')).toBe('northwind_5d0e77b1_2026-11-22-140231_T-47-11_evidence-bank.zip')
  expect(made('2026-11-22T14:02:32.120Z')).toBe('northwind_5d0e77b1_2026-11-22-140232_evidence-bank.zip')
})

it('a file says whose it is, of which days and for which ticket', () => {
  expect(fileContents(file({ filter: { month: '2026-10' }, ticket: 'T-9' }), about)).toBe(
    'Orders of buyer 5d0e77b1-8a2f-4c11-9b60-6f1d20e3c4a9 on northwind, Oct 2026. Money received and tax count only the charges that match the filter, and other columns describe the whole order. Personal values are masked. Ticket T-9.',
  )
  expect(fileContents(file(), about)).toContain('all dates, as of 22 Nov 2026.')
})
