import { CardFoot } from '@/components/ui/card-foot'
import type { Refund } from '@/lib/refunds/refund'
import { may, type Role, roleFor } from '@/lib/roles'
import { RefundDecision } from './refund-decision'
import { RefundEnding } from './refund-ending'

/** What the person may do with it now, or why they may not. */
export function RefundNext({ refund, role }: { refund: Refund; role: Role }) {
  if (refund.state === 'done' || refund.state === 'refused') return null
  const why = whyNot(refund, role)
  if (why !== null) return <CardFoot>{why}</CardFoot>
  return refund.state === 'waiting' ? <RefundDecision refund={refund} /> : <RefundEnding refund={refund} />
}

function whyNot({ mine }: Refund, role: Role): string | null {
  if (!may(role, 'decideRefund')) return `Deciding needs the ${roleFor('decideRefund')} role.`
  return mine ? 'You asked for this refund yourself, so somebody else has to decide it.' : null
}
