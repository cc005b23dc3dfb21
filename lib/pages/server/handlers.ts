import 'server-only'
import { listActions } from '@/lib/commands/server/actions'
import { listApprovals } from '@/lib/commands/server/approvals'
import { may } from '@/lib/core/roles'
import { mentionsOf } from '@/lib/notes/server/notes'
import type { Person } from '@/lib/people/server/sessions'
import { waitingRefunds } from '@/lib/refunds/server/list-refunds'
import type { Waiting } from '../waiting'

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
