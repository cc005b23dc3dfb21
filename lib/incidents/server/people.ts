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

/** It's sent in the name of whoever runs it. Throws `conflict` (`state`) where somebody else would let it go on and they may not any more. */
export async function requireRunnerMay(tx: Database, row: IncidentTableRow, person: Person): Promise<void> {
  const runner = { ...person, accountId: row.run_account ?? '', name: row.run_by ?? '' }
  const isFine = await stillMay(tx, runner, { right: 'planIncident', merchant: merchantByCode(row.merchant) })
  if (!isFine) throw problem('conflict', takeOverFirst(row), { code: 'state' })
}
