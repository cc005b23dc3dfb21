import 'server-only'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/problem'
import type { Role } from '@/lib/roles'
import type { Database } from '../database/open'
import type { Tables } from '../database/schema'
import { normalEmail } from './accounts'
import { endSessionsOf } from './sessions-of'

export type AccountChange = { role: Role } | { disabled: boolean }
/** Writes into the journal what is done to an account, in the transaction of the change. */
export type NoteIt = (tx: Transaction<Tables>, detail: object) => Promise<unknown>

/**
 * Changes the role of a local account, or lets anybody in or out. It counts on their next request; who is let out has no session left.
 * Throws `notFound`, and `conflict` for a role that the company decides on and for the last admin.
 */
export async function changeAccount(
  tx: Transaction<Tables>,
  accountId: string,
  change: AccountChange,
  noteIt: NoteIt,
): Promise<void> {
  const { role, issuer } = await accountIn(tx, accountId)
  const did = 'role' in change ? 'role' : change.disabled ? 'disabled' : 'enabled'
  // Its entry first: that is what two admins who turn on each other wait for.
  await noteIt(tx, { did, account: accountId, before: role, ...('role' in change ? change : {}) })
  if ('role' in change && issuer !== null)
    throw problem('conflict', 'The company’s sign-in decides on this role. Change it there.', { code: 'company_role' })
  const disabled_at = 'disabled' in change && change.disabled ? new Date().toISOString() : null
  const values = 'role' in change ? change : { disabled_at }
  await tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
  if (did === 'disabled') await endSessionsOf(tx, accountId)
  const admins = tx.selectFrom('accounts').select('id').where('role', '=', 'admin').where('disabled_at', 'is', null)
  if (role === 'admin' && did !== 'enabled' && !(await admins.executeTakeFirst()))
    throw problem('conflict', 'This is the last admin. Make somebody else one first.', { code: 'last_admin' })
}

/** The same for a local account by its e-mail. False where there is none. */
export async function changeLocalAccount(
  database: Database,
  email: string,
  change: AccountChange,
  noteIt: NoteIt = async () => {},
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', normalEmail(email))
      .where('issuer', 'is', null)
      .executeTakeFirst()
    if (found) await changeAccount(tx, found.id, change, noteIt)
    return found !== undefined
  })
}

/** Throws `notFound`. */
export async function accountIn(tx: Transaction<Tables>, id: string): Promise<{ role: Role; issuer: string | null }> {
  const found = await tx.selectFrom('accounts').select(['role', 'issuer']).where('id', '=', id).executeTakeFirst()
  if (!found) throw problem('notFound', 'There is no such person.')
  return found
}
