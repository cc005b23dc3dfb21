import 'server-only'
import { problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { stillMay } from '@/lib/people/server/person-now'
import { type Person, shownEmail } from '@/lib/people/server/sessions'
import { takeOverFirst } from './may-now'
import type { IncidentTableRow } from './store'

/** Somebody by their account, for what is done in their name while they're away. An account that is gone may do nothing. */
export async function personNamed(accountId: string, name: string): Promise<Person> {
  const store = await database()
  const row = await store
    .selectFrom('accounts')
    .select(['role', shownEmail, 'name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return { accountId, sessionId: '', email: row?.email ?? '', name: row?.name ?? name, role: row?.role ?? 'agent' }
}

/** Whether whoever runs it may still send: it's sent in their name, whoever lets it go on. */
export const runnerMay = (store: Database, row: IncidentTableRow, person: Person): Promise<boolean> =>
  stillMay(
    store,
    { ...person, accountId: row.run_account ?? '', name: row.run_by ?? '' },
    { right: 'planIncident', merchant: merchantByCode(row.merchant) },
  )

/** Whether whoever approved it could still do so: an account that was disabled since vouches for nothing. */
export const deciderMay = (store: Database, row: IncidentTableRow, person: Person): Promise<boolean> =>
  stillMay(
    store,
    { ...person, accountId: row.decided_account ?? '', name: row.decided_by ?? '' },
    { right: 'decideIncident', merchant: merchantByCode(row.merchant) },
  )

/** Throws `conflict` (`state`) where they may not any more. */
export async function requireRunnerMay(tx: Database, row: IncidentTableRow, person: Person): Promise<void> {
  if (!(await runnerMay(tx, row, person))) throw problem('conflict', takeOverFirst(row), { code: 'state' })
}
