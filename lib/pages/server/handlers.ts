import 'server-only'
import { listActions } from '@/lib/commands/server/actions'
import { listApprovals } from '@/lib/commands/server/approvals'
import { groupBy } from '@/lib/core/group-by'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { incidentsWaitingFor } from '@/lib/incidents/server/open-incidents'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { mentionsOf } from '@/lib/notes/server/notes'
import { duePromises } from '@/lib/notes/server/promises'
import { noticesInBell } from '@/lib/notices/server/notices'
import type { Person } from '@/lib/people/server/sessions'
import { openGuides } from '@/lib/playbooks/server/guides'
import { waitingRefunds } from '@/lib/refunds/server/list-refunds'
import { healthProblemsNow } from '@/lib/status/server/health-problems'
import { buyerKey, type Waiting, type WaitingAnswer } from '../waiting'
import { waitingRows } from '../waiting-rows'

/** `GET /api/desk/waiting` */
export const waiting = (_: Request, person: Person): Promise<WaitingAnswer> => waitingAnswer(person)

/** What the badge in the bar counts and the list on Find shows. */
export async function waitingAnswer(person: Person): Promise<WaitingAnswer> {
  const found = await waitingFor(person)
  const { unconfirmed, team, approvals, refunds, notices } = found
  return { unconfirmed, team, approvals, refunds, notices, rows: waitingRows(found, person.role) }
}

/** Everything that waits for somebody. */
export async function waitingFor(person: Person): Promise<Waiting> {
  const mine = await listActions(person, { outcome: 'open', owner: 'me' })
  const isMine = new Set(mine.map(({ actionId }) => actionId))
  const open = person.role === 'manager' ? await listActions(person, { outcome: 'open' }) : []
  const approvals = await listApprovals(person)
  const of = {
    unconfirmed: mine,
    team: open.filter(({ actionId }) => !isMine.has(actionId)),
    approvals: approvals.filter(({ state, mine }) => state === 'waiting' || mine),
    mentions: await mentionsOf(person),
    guides: await openGuides(person),
    promises: await duePromises(person),
  }
  const refunds = await waitingRefunds(person, may(person.role, 'decideRefund'))
  return {
    ...of,
    refunds,
    incidents: await incidentsWaitingFor(person),
    troubles: may(person.role, 'settings') ? await healthProblemsNow() : [],
    notices: await noticesInBell(person),
    buyers: await buyersOf([...Object.values(of).flat(), ...refunds.mine, ...(refunds.first ? [refunds.first] : [])]),
  }
}

async function buyersOf(named: readonly { merchant: string; buyerId: string | null }[]): Promise<Record<string, string>> {
  const buyers: Record<string, string> = {}
  for (const [merchant, some] of groupBy(named, (each) => each.merchant)) {
    const ids = some.flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]))
    const who = await whoAre(await database(), merchant, ids)
    for (const id of ids) {
      const { title } = who(id)
      if (title !== null) buyers[buyerKey(merchant, id)] = title
    }
  }
  return buyers
}
