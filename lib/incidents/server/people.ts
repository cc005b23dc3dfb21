import 'server-only'
import { database } from '@/lib/database/open'
import { type Person, shownEmail } from '@/lib/people/server/sessions'

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
