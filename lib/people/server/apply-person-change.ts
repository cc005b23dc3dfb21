import 'server-only'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/core/problem'
import type { Role } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { env } from '@/lib/platform/env'
import { normalEmail } from './person-accounts'
import type { PersonChanged } from './record-person-change'
import { endSessionsOf } from './sessions-of'

export type PersonChange = { role: Role } | { disabled: boolean }
/** Writes into the journal what is done to an account, in the transaction of the change. */
export type RecordChange = (tx: Transaction<Tables>, changed: PersonChanged) => Promise<unknown>

/**
 * Changes the role of a local account, or lets anybody in or out. It counts on their next request; who is let out has no session left.
 * Throws `notFound`, and `conflict` for a role that the company decides on and for the last admin.
 */
export async function applyPersonChange(
  tx: Transaction<Tables>,
  accountId: string,
  change: PersonChange,
  recordChange: RecordChange,
): Promise<void> {
  const { role, issuer } = await lockedPerson(tx, accountId)
  const did = 'role' in change ? 'role' : change.disabled ? 'disabled' : 'enabled'
  // Its entry first: that is what two admins who turn on each other wait for.
  const disabled_at = 'disabled' in change && change.disabled ? new Date().toISOString() : null
  const values = 'role' in change ? change : { disabled_at }
  await recordChange(tx, { did, account: accountId, before: role, values, ...('role' in change ? change : {}) })
  if ('role' in change && issuer !== null)
    throw problem('conflict', 'Your company’s sign-in sets this role. Change it there.', { code: 'company_role' })
  if (did === 'enabled' && issuer !== null) await requireInDirectory(tx, accountId)
  await tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
  if (did === 'disabled') await endSessionsOf(tx, accountId)
  if (role === 'admin' && did !== 'enabled') await requireAnAdmin(tx)
}

/** Throws `conflict` where this transaction leaves no admin who fits. */
export async function requireAnAdmin(
  tx: Transaction<Tables>,
  fits: (admin: Pick<Tables['accounts'], 'issuer'>) => boolean = () => true,
): Promise<void> {
  const admins = await tx
    .selectFrom('accounts')
    .select('issuer')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute()
  if (!admins.some(fits))
    throw problem('conflict', 'This is the last admin. Make somebody else an admin first.', { code: 'last_admin' })
}

/** Whom the company's directory lets in no more, nobody here does. */
async function requireInDirectory(tx: Transaction<Tables>, accountId: string): Promise<void> {
  if (env().SCIM_TOKEN === undefined) return
  const row = await tx.selectFrom('scim_people').select('may_enter').where('account_id', '=', accountId).executeTakeFirst()
  if (row?.may_enter === 0)
    throw problem('conflict', 'Your company’s directory has disabled this person, or gives them no role. Change it there.', {
      code: 'company_directory',
    })
}

/** The same for a local account by its e-mail. False where there is none. */
export async function changeLocalPerson(
  database: Database,
  email: string,
  change: PersonChange,
  recordChange: RecordChange = async () => {},
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', normalEmail(email))
      .where('issuer', 'is', null)
      .executeTakeFirst()
    if (found) await applyPersonChange(tx, found.id, change, recordChange)
    return found !== undefined
  })
}

/** Throws `notFound`. */
export async function lockedPerson(tx: Transaction<Tables>, id: string): Promise<{ role: Role; issuer: string | null }> {
  const found = await tx.selectFrom('accounts').select(['role', 'issuer']).where('id', '=', id).executeTakeFirst()
  if (!found) throw problem('notFound', 'We couldn’t find that person.')
  return found
}
