import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import { compare, formatAmount } from '@/lib/core/money'
import type { ListFacets } from '../list-page'
import { type ListFilter, type ListFilterField, type ListName, lists, minimumIn } from '../lists'
import { describeReason } from './rows'
import type { NarrowRow } from './sources'

const maxValues = 50

/** The values there are to choose from among the first of the list, and what is chosen. */
export function facetsOf(name: ListName, rows: readonly NarrowRow[], filter: ListFilter): ListFacets {
  const valuesOf = (field: ListFilterField) => {
    const values = choices[field]?.(rows) ?? [...new Set(rows.flatMap((row) => row[field] || []))].toSorted()
    const chosen = filter[field]
    const all = (field === 'country' ? values.map((value) => fromOwnJson<string>(value)) : values).slice(0, maxValues)
    return (chosen === undefined || all.includes(chosen) ? all : [...all, chosen]).map((value) => ({
      value,
      label: labels[field]?.(value) ?? value,
    }))
  }
  return Object.fromEntries(lists[name].filters.map((field) => [field, valuesOf(field)]))
}

/** Those that aren't the rows' own values. */
const choices: Partial<Record<ListFilterField, (rows: readonly NarrowRow[]) => string[]>> = {
  amount: thresholds,
  opened: (rows) => (rows.length > 0 ? ['me'] : []),
  refund: (rows) => (rows.length > 0 ? ['open'] : []),
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const describeCountry = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code)

const labels: Partial<Record<ListFilterField, (value: string) => string>> = {
  reason: describeReason,
  country: describeCountry,
  opened: () => 'me in 30 days',
  refund: () => 'request open',
  amount: (value) => `${formatAmount(minimumIn(value).amount)} ${minimumIn(value).currency} or more`,
}

const steps = ['5', '10', '20', '50', '100', '200', '500', '1000', '2000', '5000', '10000', '100000']
const stepsOfCurrency = 4

/** Amounts that some of the rows reach, the greatest of each currency. */
function thresholds(rows: readonly NarrowRow[]): string[] {
  const money = rows.flatMap(({ amount, currency }) => (amount && currency ? [{ amount, currency }] : []))
  return [...groupBy(money, ({ currency }) => currency)].flatMap(([currency, of]) => {
    const greatest = of.reduce((most, { amount }) => (compare(amount, most) > 0 ? amount : most), '0')
    const reached = steps.filter((step) => compare(step, greatest) <= 0).slice(-stepsOfCurrency)
    return reached.map((step) => `${step} ${currency}`)
  })
}
