import { formatRange } from '@/lib/core/dates'
import type { DoubtKind } from './doubts'
import { type ChargeFilter, noCurrency, type ShownState, type Trait } from './order-filter'
import { formatPeriod } from './periods'
import type { ChargeFamily } from './status'

/** What a doubt is called. It says what stands there, and not what it means. */
export const doubtLabels: Record<DoubtKind, { title: string; aside: string }> = {
  twice: { title: 'Settled more than once in one order', aside: 'It may be a double payment, or a charge plus its service fee.' },
  'declined-after': {
    title: 'A decline after the money was received',
    aside: 'Another attempt was made after the order was paid.',
  },
  'unknown-status': {
    title: 'Unrecognised status or negative amount',
    aside: 'It isn’t counted as received. It may be a chargeback or a refund. Ask the provider.',
  },
  'old-deferred': { title: 'Deferred for more than 7 days', aside: 'If it stays unpaid, it expires automatically.' },
  'shared-card': {
    title: 'One card used by several buyers',
    aside: 'It may be a shared household, a second account, or somebody else’s card.',
  },
  'lines-differ': {
    title: 'Product lines don’t add up to the total',
    aside: 'It may be rounding, or a line the service left out.',
  },
  'other-currency': {
    title: 'Charge and order in different currencies',
    aside: 'Totals count it in its own currency.',
  },
}

/** What picked money is called. */
export const moneyLabels: Record<ChargeFamily, string> = {
  received: 'money received',
  open: 'money open',
  lost: 'money lost',
  other: 'unrecognised statuses',
}

const stateLabels: Record<ShownState, string> = {
  received: 'received orders',
  declined: 'lost orders',
  open: 'open orders',
  other: 'other orders',
  actions: 'actions',
}

/** A filter in words, one for each thing that it picks. */
export function describeChargeFilter(filter: Partial<ChargeFilter>): string[] {
  const {
    state,
    money,
    has,
    month,
    from = null,
    to = null,
    provider,
    mid,
    currency,
    product,
    status,
    type,
    reason,
    find,
  } = filter
  return [
    state && stateLabels[state],
    money && moneyLabels[money],
    has && traitLabels[has],
    month && formatPeriod(month),
    formatRange(from, to),
    currency && (currency === noCurrency ? 'no currency' : `currency ${currency}`),
    product && `product ${product}`,
    mid ? `charged at ${[provider, mid].filter(Boolean).join(' / ')}` : provider && `provider ${provider}`,
    status && `status ${status}`,
    type && `type ${type}`,
    reason && `declined: ${reason}`,
    find && `text “${find}”`,
  ].filter((words): words is string => typeof words === 'string' && words !== '')
}

/** What a picked trait is called. */
export const traitLabels: Record<Trait, string> = {
  decided: 'accepted or declined',
  approved: 'money received',
  'declined-first': 'first attempt declined',
  recovered: 'recovered by cascade',
  discount: 'discount given',
  coupon: 'coupon given',
  tax: 'with tax',
  unreadable: 'couldn’t be read',
  doubt: 'with something to check',
  ...(Object.fromEntries(Object.entries(doubtLabels).map(([kind, { title }]) => [kind, title.toLowerCase()])) as Record<
    DoubtKind,
    string
  >),
}
