import { database } from '@/lib/database/open'

/** As if the account had been added a month ago: by then its owner may decide about others' passkeys. */
export async function ofLongStanding(accountId: string): Promise<string> {
  const created_at = new Date(Date.now() - 30 * 86_400_000).toISOString()
  await (await database()).updateTable('accounts').set({ created_at }).where('id', '=', accountId).execute()
  return accountId
}
