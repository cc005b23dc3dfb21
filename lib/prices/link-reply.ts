import type { ReplyPart } from '@/lib/core/reply-part'
import { isForCustomers } from '@/lib/replies/reply'

type Ordered = {
  product: string | null
  price: { total: string; currency: string | null; tax: 'included' | 'none' | 'unknown'; isTrial: boolean } | null
}

/** What goes with a payment link: what it is for and what that came to a moment ago, and no promise that it still will. */
export const linkReply = (ordered: Ordered): ReplyPart[] => [forWhat(ordered), { key: 'linkFinal' }]

function forWhat({ product, price }: Ordered): ReplyPart {
  if (product === null || !isForCustomers(product)) return { key: 'linkPlain' }
  // The price of a trial would pass for that of the product.
  if (price === null || price.currency === null || price.isTrial) return { key: 'linkProduct', facts: { product } }
  const amount = { amount: price.total, currency: price.currency }
  return { key: price.tax === 'included' ? 'linkTaxed' : 'linkAmount', facts: { product, amount } }
}
