import type { Trait } from './charge-filter'
import type { DoubtKind } from './doubts'

/** What a doubt is called. It says what stands there, and not what it means. */
export const doubtWords: Record<DoubtKind, { title: string; aside: string }> = {
  twice: { title: 'Settled more than once in one order', aside: 'A double payment, or a main charge with its service fee.' },
  'declined-after': {
    title: 'A decline after the money was received',
    aside: 'Something tried again although the order was paid.',
  },
  'old-deferred': { title: 'Deferred for more than 7 days', aside: 'Unpaid, it ends declined by itself.' },
  'shared-card': {
    title: 'One card under several buyers',
    aside: 'A household, a second account, or a card that is not theirs.',
  },
  'lines-differ': { title: 'Product lines do not add up to the total', aside: 'Rounding, or a line the service leaves out.' },
  'other-currency': {
    title: 'A charge in another currency than its order',
    aside: 'Summed in its own currency, never in the order’s.',
  },
}

/** What a picked trait is called. */
export const traitWords: Record<Trait, string> = {
  decided: 'accepted or declined at all',
  approved: 'money received',
  'declined-first': 'first attempt declined',
  recovered: 'recovered by cascade',
  discount: 'discount given',
  coupon: 'coupon given',
  tax: 'with tax',
  unreadable: 'could not be read',
  ...(Object.fromEntries(Object.entries(doubtWords).map(([kind, { title }]) => [kind, title.toLowerCase()])) as Record<
    DoubtKind,
    string
  >),
}
