import { type DoubtKind, doubtKinds } from './doubts'
import { filterFields, filterFrom, noFilter, type OrderFilter } from './filter'
import type { ChargeFamily } from './status'

/** What an order may have about it, beside what it holds: what a rate or a share on the page is counted from. */
export const traits = [
  ...['decided', 'approved', 'declined-first', 'recovered', 'discount', 'coupon', 'tax', 'unreadable'],
  ...doubtKinds,
] as readonly Trait[]
export type Trait =
  | 'decided'
  | 'approved'
  | 'declined-first'
  | 'recovered'
  | 'discount'
  | 'coupon'
  | 'tax'
  | 'unreadable'
  | DoubtKind

const families = ['received', 'open', 'lost', 'other'] as const satisfies readonly ChargeFamily[]

/**
 * The filter of a whole history. `money` and `month` (`YYYY-MM`) pick money, `mid` (with `provider`) and `reason` pick attempts: an
 * order passes when it holds such a thing, and sums are made of those things alone.
 */
export type ChargeFilter = OrderFilter & {
  money: ChargeFamily | null
  month: string | null
  mid: string | null
  reason: string | null
  has: Trait | null
}

export const chargeFilterFields = [...filterFields, 'money', 'month', 'mid', 'reason', 'has'] as const

export const noChargeFilter: ChargeFilter = Object.freeze({
  ...noFilter,
  ...{ money: null, month: null, mid: null, reason: null, has: null },
})

/** The filter that parameters of an address ask for; what makes no sense there is left out. */
export function chargeFilterFrom(params: Partial<Record<string, string | null>>): ChargeFilter {
  const { state, ...rest } = filterFrom(params)
  return {
    ...rest,
    state: state === 'actions' ? null : state,
    money: families.find((family) => family === params.money) ?? null,
    month: /^\d{4}-\d{2}$/.test(params.month ?? '') ? (params.month ?? null) : null,
    mid: params.mid || null,
    reason: params.reason || null,
    has: traits.find((trait) => trait === params.has) ?? null,
  }
}

/** The parameters of an address that ask for the filter: what is null in it is absent. */
export function chargeParamsOf(filter: ChargeFilter): Record<string, string> {
  return Object.fromEntries(
    chargeFilterFields.flatMap((field) => {
      const value = filter[field]
      return value === null ? [] : [[field, value]]
    }),
  )
}
