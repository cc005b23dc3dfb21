import { Badge } from '@/components/ui/badge'
import { State } from '@/components/ui/state'
import type { ApprovalState } from '@/lib/approval'

/** Where a request stands. Waiting is the only state that asks for something. */
export function ApprovalStateWord({ state }: { state: ApprovalState }) {
  if (state === 'waiting') return <Badge kind="deferred">waiting</Badge>
  if (state === 'approved') return <State kind="settled">approved</State>
  if (state === 'declined') return <Badge kind="declined">declined</Badge>
  return <Badge kind="neutral">{state === 'voided' ? 'void' : 'expired'}</Badge>
}
