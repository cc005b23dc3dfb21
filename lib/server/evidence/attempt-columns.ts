import 'server-only'
import type { EvidenceLevel } from '@/lib/evidence/evidence'
import { type Column, columnsOf, rowsOf } from '@/lib/files/columns'
import { masked } from '@/lib/masking'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'

const notForCustomers = new Set(['provider', 'mid', 'providerTransaction', 'code', 'why', 'ipAddress', 'amountInUsd', 'target'])

const billing = (name: keyof NonNullable<Charge['billingInfo']>, head: string): Column => ({
  ...{ name, head, kind: 'text' },
  of: ({ charge }) => charge?.billingInfo?.[name] ?? null,
})
const address = [
  billing('firstName', 'first name'),
  billing('lastName', 'last name'),
  billing('street', 'street'),
  billing('city', 'city'),
  billing('zip', 'zip'),
  billing('state', 'state'),
]

/** Every attempt of the orders as rows under a head, with what the level's readers may see. */
export function attemptRows(orders: readonly Order[], level: EvidenceLevel): string[][] {
  const usual = columnsOf.attempts.filter(({ name }) => level !== 'customer' || !notForCustomers.has(name))
  const columns = level === 'customer' ? usual : [...usual, ...address]
  const shown = level === 'bank' ? orders : masked(orders)
  const rows = shown.flatMap((order) => rowsOf(order, 'attempts'))
  const heads = columns.map(({ head, kind }) => (kind === 'time' ? `${head} (service time)` : head))
  return [heads, ...rows.map((row) => columns.map((column) => String(column.of(row) ?? '')))]
}
