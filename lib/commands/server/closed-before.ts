import 'server-only'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Person } from '@/lib/people/server/sessions'

type ApprovalRow = Tables['approvals']

/** What has become of a request or a proposal, to somebody who decides it too late: it may be themselves, from another tab. */
export async function closedBefore(
  row: ApprovalRow,
  person: Person,
  { state, thing }: { state: string; thing: 'request' | 'proposal' },
): Promise<ServiceProblem> {
  const isInJournal = state === 'approved' || state === 'pressed'
  return problem('conflict', await describeClosed(), { code: 'decided', ...(isInJournal && { actionId: row.action_id }) })

  async function describeClosed(): Promise<string> {
    if (!isInJournal && state !== 'declined') return `This ${thing} is already ${state}. Nothing was sent.`
    const isOwn = await isDecidedBy(row, person)
    const start = `${isOwn ? 'You’ve already' : `${row.decided_by ?? 'Somebody else'} has`} ${state} this ${thing}.`
    if (!isInJournal) return `${start} Nothing was sent.`
    const inJournal = `${start} What became of it is in the journal.`
    return isOwn ? inJournal : `${inJournal} You sent nothing.`
  }
}

/** The journal knows who decided by their account, which two people of one name don't share. */
async function isDecidedBy({ action_id }: ApprovalRow, { accountId }: Person): Promise<boolean> {
  const store = await database()
  const entry = await store
    .selectFrom('journal')
    .select('seq')
    .where('action_id', '=', action_id)
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['approved', 'declined', 'pressed', 'proposal-declined'])
    .executeTakeFirst()
  return entry !== undefined
}
