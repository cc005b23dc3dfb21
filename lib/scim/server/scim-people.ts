import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import type { Role } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { waitForTurn } from '@/lib/journal/chain'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { requireAnAdmin } from '@/lib/people/server/apply-person-change'
import { companyKey, mappedRole } from '@/lib/people/server/company-person'
import { isAdmitted } from '@/lib/people/server/person'
import { recordPersonChange } from '@/lib/people/server/record-person-change'
import { endSessionsOf } from '@/lib/people/server/sessions-of'
import { env } from '@/lib/platform/env'
import type { ScimFilter, ScimPage } from '../filter'
import { noSuchPerson, ScimError } from '../scim-error'
import { emailOf, nameOf, type ScimUser, userNameKey } from '../user'

type Account = Tables['accounts']
type ScimPersonRow = Tables['scim_people']
type Store = Database | Transaction<Tables>
export type StoredUser = ScimUser & { id: string; madeAt: string; changedAt: string }

const directory = { accountId: '', name: 'Company directory (SCIM)' }
const issuer = () => env().OIDC_ISSUER ?? ''

function storedIn({ account_id, user_name, external_id, active, given, made_at, changed_at }: ScimPersonRow): StoredUser {
  const kept = fromOwnJson<Pick<ScimUser, 'displayName' | 'name' | 'emails' | 'roles'>>(given)
  const user = { ...kept, userName: user_name, externalId: external_id, active: active === 1 }
  return { ...user, id: account_id, madeAt: made_at, changedAt: changed_at }
}

/** The people that the directory has told us of and not removed, of the company that people sign in by now. */
const people = (store: Store) =>
  store
    .selectFrom('scim_people')
    .innerJoin('accounts', 'accounts.id', 'scim_people.account_id')
    .selectAll('scim_people')
    .where('accounts.issuer', '=', issuer())
    .where('removed_at', 'is', null)

export async function listUsers(
  filter: ScimFilter | null,
  { startIndex, count }: ScimPage,
): Promise<{ matching: number; users: StoredUser[] }> {
  const store = await database()
  let found = people(store)
  if (filter?.name === 'userName') found = found.where('user_name_key', '=', userNameKey(filter.value))
  if (filter?.name === 'externalId') found = found.where('external_id', '=', filter.value)
  if (filter?.name === 'id') found = found.where('account_id', '=', filter.value)
  const { matching } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number | string>().as('matching'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .orderBy('made_at')
    .orderBy('account_id')
    .offset(startIndex - 1)
    .limit(count)
    .execute()
  return { matching: Number(matching), users: rows.map(storedIn) }
}

export const userOf = async (id: string): Promise<StoredUser> => storedIn(await rowOf(await database(), id))

async function rowOf(store: Store, id: string): Promise<ScimPersonRow> {
  const row = await people(store).where('account_id', '=', id).executeTakeFirst()
  if (!row) throw noSuchPerson()
  return row
}

/**
 * Takes in somebody of the directory: the account of whoever signs in with that subject, which may be there already, and never one that only
 * has the same e-mail.
 */
export function addUser(user: ScimUser): Promise<StoredUser> {
  return runSequentially(async (tx) => {
    const key = companyKey(issuer(), user.externalId)
    const account = await tx.selectFrom('accounts').selectAll().where('email', '=', key).executeTakeFirst()
    const before = account && (await scimRow(tx, account.id))
    if (before?.removed_at === null)
      throw new ScimError(409, 'A user with this externalId already exists. Nothing was changed.', 'uniqueness')
    const now = new Date().toISOString()
    const id = account?.id ?? randomUUID()
    const row = { ...columnsOf(user), account_id: id, made_at: before?.made_at ?? now, changed_at: now, removed_at: null }
    await requireFreeName(tx, row)
    const isBack = before !== undefined // who was removed was let out by that; another was by an admin
    await keep(tx, { account: account ?? newAccount(id, key, now), isNew: !account, row, before, isBack }, user)
    return storedIn(row)
  })
}

/** `next` says what becomes of what is known of somebody. Where that is the same, nothing is written. */
export function changeUser(id: string, next: (before: StoredUser) => ScimUser): Promise<StoredUser> {
  return runSequentially(async (tx) => {
    const before = await rowOf(tx, id)
    const user = next(storedIn(before))
    if (user.externalId !== before.external_id)
      throw new ScimError(400, 'The externalId can’t be changed. Add another user instead. Nothing was changed.', 'mutability')
    const row = { ...before, ...columnsOf(user) }
    if (Object.entries(row).every(([name, value]) => before[name as keyof ScimPersonRow] === value)) return storedIn(before)
    await requireFreeName(tx, row)
    const account = await tx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const changed = { ...row, changed_at: new Date().toISOString() }
    await keep(tx, { account, isNew: false, row: changed, before, isBack: false }, user)
    return storedIn(changed)
  })
}

/** Lets somebody out for good, and gives their user name free. Their account and all they did stay. */
export function removeUser(id: string): Promise<void> {
  return runSequentially(async (tx) => {
    const before = await rowOf(tx, id)
    const now = new Date().toISOString()
    const account = await tx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const row = { ...before, user_name_key: null, active: 0, may_enter: 0, changed_at: now, removed_at: now }
    await keep(tx, { account, isNew: false, row, before, isBack: false }, storedIn(before))
  })
}

/** One change after the other over all copies, so that each rests on what the one before has left. */
const runSequentially = async <T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  (await database()).transaction().execute(async (tx) => {
    await waitForTurn(tx)
    return work(tx)
  })

const scimRow = (tx: Transaction<Tables>, id: string) =>
  tx.selectFrom('scim_people').selectAll().where('account_id', '=', id).executeTakeFirst()

const roleOf = ({ roles }: ScimUser): Role | null =>
  mappedRole(
    roles.map(({ value }) => value),
    env().OIDC_ROLE_MAP,
  )

function columnsOf(user: ScimUser) {
  const { userName, externalId, active, displayName, name, emails, roles } = user
  return {
    user_name: userName,
    user_name_key: userNameKey(userName),
    external_id: externalId,
    active: active ? 1 : 0,
    may_enter: active && roleOf(user) !== null ? 1 : 0,
    given: JSON.stringify({ displayName, name, emails, roles }),
  }
}

async function requireFreeName(tx: Transaction<Tables>, { user_name_key, account_id }: ScimPersonRow): Promise<void> {
  const taken = await tx
    .selectFrom('scim_people')
    .select('account_id')
    .where('user_name_key', '=', user_name_key)
    .where('account_id', '<>', account_id)
    .executeTakeFirst()
  if (taken) throw new ScimError(409, 'A user with this userName already exists. Nothing was changed.', 'uniqueness')
}

const newAccount = (id: string, key: string, now: string): Account => ({
  id,
  email: key,
  name: '',
  role: 'agent',
  password_hash: '',
  created_at: now,
  disabled_at: null,
  issuer: issuer(),
  shown_email: null,
  password_due_at: null,
  passkey_at_sign_in: null,
})

type Change = { account: Account; isNew: boolean; row: ScimPersonRow; before: ScimPersonRow | undefined; isBack: boolean }

/** Writes the entry, the account and what the directory said, and ends the sessions of whoever may not enter any more. */
async function keep(tx: Transaction<Tables>, { account, isNew, row, before, isBack }: Change, user: ScimUser): Promise<void> {
  const isLetIn = row.may_enter === 1
  const wasLetOut = before !== undefined && before.may_enter === 0
  const letIn = wasLetOut || isBack ? null : account.disabled_at // an admin's own decision stays
  const values = {
    role: roleOf(user) ?? account.role,
    disabled_at: isLetIn ? letIn : (account.disabled_at ?? row.changed_at),
  }
  const after = { ...account, ...values, name: nameOf(user), shown_email: emailOf(user) }
  const detail = {
    did: didOf(account, after, isNew, row),
    account: account.id,
    by: 'directory',
    before: account.role,
    role: values.role,
  }
  const { name, shown_email } = after
  // Whoever is let out is let out whatever somebody changed by hand.
  if (isLetIn && before) await requireAsRecorded(tx, 'scim_people', before)
  if (isLetIn && !isNew) await requireAsRecorded(tx, 'accounts', account)
  const decided = isLetIn || roleOf(user) !== null ? values : { disabled_at: values.disabled_at } // a role that was only left as it was may be no admin’s
  await recordPersonChange(tx, directory, { ...detail, values: isNew ? after : { ...decided, name, shown_email } }, [
    { table: 'scim_people', id: row.account_id, values: row },
  ])
  if (isNew) await tx.insertInto('accounts').values(after).execute()
  else await tx.updateTable('accounts').set(after).where('id', '=', account.id).execute()
  if (before) await tx.updateTable('scim_people').set(row).where('account_id', '=', row.account_id).execute()
  else await tx.insertInto('scim_people').values(row).execute()
  if (after.disabled_at !== null) await endSessionsOf(tx, account.id)
  const wasAdmin = !isNew && account.role === 'admin' && account.disabled_at === null
  if (wasAdmin && (after.role !== 'admin' || after.disabled_at !== null)) await requireAnAdmin(tx, isAdmitted)
}

function didOf(before: Account, after: Account, isNew: boolean, row: ScimPersonRow): string {
  if (row.removed_at !== null) return 'removed'
  if (isNew) return 'added'
  if ((before.disabled_at === null) !== (after.disabled_at === null)) return after.disabled_at === null ? 'enabled' : 'disabled'
  return before.role === after.role ? 'changed' : 'role'
}
