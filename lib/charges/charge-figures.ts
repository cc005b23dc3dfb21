import { daysAfter } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { fractionDigits, type Money, percentOf, subtract, sum, times, withDigits } from '@/lib/core/money'
import { type ChargeFamily, familyOfCharge } from './status'

/** Charges alike in all that figures need, and how many there are. `amount` and `tax` are decimals as given. */
export type ChargeCount = {
  day: string
  status: string
  provider: string | null
  currency: string
  amount: string
  receipt: number | null
  tax: string | null
  count: number
}

/** Lost orders alike in what was asked for them, and how many there are. */
export type LostCount = Money & { count: number }

/** The money of one currency: received, asked by orders that were lost, and the tax of paid orders, null where the service gave none. */
export type CurrencyFigures = { currency: string; received: string; lost: string; tax: string | null }

/** How many of the decided attempts were received, in percent; `change` is in points against the week before, null without one. */
export type ApprovalRate = { received: number; decided: number; rate: string; before: string | null; change: string | null }

/** The money since a day, a row for each currency: amounts of two are never added. `lostOrders` are those since that day. */
export function moneySince(counts: readonly ChargeCount[], lostOrders: readonly LostCount[], since: string): CurrencyFigures[] {
  const counted = groupBy(
    counts.filter(({ day }) => day >= since),
    ({ currency }) => currency,
  )
  const lostIn = groupBy(lostOrders, ({ currency }) => currency)
  const currencies = [...new Set([...counted.keys(), ...lostIn.keys()])].filter((currency) => currency !== '')
  const rows = currencies.map((currency) => {
    const of = counted.get(currency) ?? []
    const taxes = of.flatMap(({ tax, count }) => (tax === null ? [] : [times(tax, count)]))
    const received = sum(of.filter(isReceived).map(total))
    const lost = sum((lostIn.get(currency) ?? []).map(total))
    const digits = Math.max(fractionDigits(received), fractionDigits(lost))
    return {
      currency,
      received: withDigits(received, digits),
      lost: withDigits(lost, digits),
      tax: taxes.length > 0 ? sum(taxes) : null,
    }
  })
  return rows.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

const isReceived = (count: ChargeCount) => familyOfCharge(count) === 'received'
const total = ({ amount, count }: LostCount) => times(amount, count)

const weekDays = 7

/** The first days of this week of seven days and of the one before. */
export const weeksUntil = (today: string) => ({
  week: daysAfter(today, 1 - weekDays),
  before: daysAfter(today, 1 - 2 * weekDays),
})

/** The approval rate of the last seven days, overall; null where no attempt was decided. */
export function approvalRate(counts: readonly ChargeCount[], today: string): ApprovalRate | null {
  const { week, before } = weeksUntil(today)
  const now = decidedOf(counts.filter(({ day }) => day >= week && day <= today))
  const earlier = decidedOf(counts.filter(({ day }) => day >= before && day < week))
  const rate = percentOf(now.received, now.decided)
  if (rate === null) return null
  const was = percentOf(earlier.received, earlier.decided)
  return { ...now, rate, before: was, change: was === null ? null : subtract(rate, was) }
}

/** The same of each provider, the one with the most attempts first. */
export function approvalByProvider(counts: readonly ChargeCount[], today: string): ({ provider: string } & ApprovalRate)[] {
  const rates = [...groupBy(counts, ({ provider }) => provider)].flatMap(([provider, of]) => {
    const rate = approvalRate(of, today)
    return provider === null || provider === '' || rate === null ? [] : [{ provider, ...rate }]
  })
  return rates.toSorted((a, b) => b.decided - a.decided)
}

function decidedOf(counts: readonly ChargeCount[]): { received: number; decided: number } {
  const of = (family: ChargeFamily) => counts.reduce((all, each) => all + (familyOfCharge(each) === family ? each.count : 0), 0)
  const received = of('received')
  return { received, decided: received + of('lost') }
}

/**
 * What is known of many buyers' charges. `buyers` is how many are known, `read` those whose charges count here, seen between two days, and
 * `partly` those of whom some were read by an earlier version, which kept too little to find anything in them.
 */
export type ChargeFigures = {
  today: string
  /** The first day whose charges count: of this month, or of the two weeks that are compared. */
  since: string
  buyers: number
  read: number
  partly: number
  readFrom: string | null
  readUntil: string | null
  money: CurrencyFigures[]
  rate: ApprovalRate | null
  providers: ({ provider: string } & ApprovalRate)[]
}
