import 'server-only'
import { may } from '@/lib/roles'
import type { Waiting } from '@/lib/waiting'
import type { Person } from '../auth/sessions'
import { listActions } from '../journal/actions'
import { listApprovals } from '../journal/approvals'
import { waitingRefunds } from '../refunds/list-refunds'
import { mentionsOf } from '../together/notes'

/** `GET /api/desk/waiting` */
export const waiting = (_: Request, person: Person): Promise<Waiting> => waitingFor(person)

/** What the badge in the bar counts and the lists on Find show. */
export async function waitingFor(person: Person): Promise<Waiting> {
  const open = await listActions(person, { outcome: 'open' })
  const approvals = await listApprovals(person)
  return {
    unconfirmed: open.filter(({ mine }) => mine),
    approvals: approvals.filter(({ state, mine }) => state === 'waiting' || mine),
    mentions: await mentionsOf(person),
    refunds: await waitingRefunds(person, may(person.role, 'decideRefund')),
  }
}
