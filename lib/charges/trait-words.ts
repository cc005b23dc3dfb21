import type { DoubtKind } from './doubts'
import type { Trait } from './order-filter'

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
