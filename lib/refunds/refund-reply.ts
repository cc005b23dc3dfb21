import type { ReplyPart } from '@/lib/core/reply-part'
import type { Refund } from './refund'

/** What of a refund matters to the steps and to the reply. */
export type KnownRefund = Pick<Refund, 'id' | 'state' | 'amount' | 'currency' | 'steps'> & {
  charge: Pick<Refund['charge'], 'chargeId' | 'createdAt'>
}

/** What the customer may be told of a refund as it is now. Why it was refused isn't for them: the person who writes the reply adds what may be said. */
export function refundReply({ state, amount, currency, charge, steps }: KnownRefund): ReplyPart[] {
  const facts = { amount: { amount, currency }, day: charge.createdAt }
  switch (state) {
    case 'waiting':
      return [{ key: 'refundAsked', facts }]
    case 'approved':
      return [{ key: 'refundApproved', facts }]
    case 'refused':
      return [{ key: 'refundRefused', facts }]
    case 'done':
      return [
        { key: 'refundDone', facts },
        { key: 'refundReference', facts: { reference: steps.findLast(({ kind }) => kind === 'done')?.note ?? null } },
      ]
  }
}
