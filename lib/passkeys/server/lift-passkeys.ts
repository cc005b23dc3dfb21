import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { dayMs } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { waitForTurn } from '@/lib/journal/chain'
import { asWritten, requireAsRecorded } from '@/lib/journal/row-digests'
import { recordPersonChange } from '@/lib/people/server/record-person-change'
import type { Person } from '@/lib/people/server/sessions'
import type { Signer } from '@/lib/signatures/server/act'
import { removeKeys } from '@/lib/signatures/server/enrol'
import { notifyOfPasskeys, removalDecided } from './passkey-notices'

type Lift = Tables['passkey_lifts']

const lifeMs = 24 * 3_600_000
const standingDays = 7

/** What the entries of a lift say of it. */
export const liftDid = {
  asked: 'passkeys: removal requested',
  lifted: 'passkeys: removed',
  declined: 'passkeys: removal declined',
}

const liveKeys = (store: Database, accountId: string) =>
  store.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).where('removed_at', 'is', null).execute()

/** The request to lift somebody's passkeys that waits for a second admin. */
export const waitingLift = (store: Database, accountId: string): Promise<Lift | undefined> =>
  store
    .selectFrom('passkey_lifts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()

/** Asks a second admin to remove all passkeys of somebody who has lost theirs. Throws `conflict` and `forbidden`. */
export async function askToLift(admin: Person, accountId: string, claim: Claim): Promise<void> {
  if (admin.accountId === accountId) throw notOwn()
  const at = Date.now()
  const row: Lift = {
    id: randomUUID(),
    account_id: accountId,
    state: 'waiting',
    asked_account: admin.accountId,
    asked_by: admin.name,
    asked_at: new Date(at).toISOString(),
    expires_at: new Date(at + lifeMs).toISOString(),
    decided_by: null,
    decided_at: null,
  }
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    await waitForTurn(tx)
    if ((await liveKeys(tx, accountId)).length === 0)
      throw problem('conflict', 'This person has no passkeys, so there’s nothing to remove.', { code: 'no_passkeys' })
    if (await waitingLift(tx, accountId))
      throw problem('conflict', 'An admin has already requested this. Another admin decides.', { code: 'already_asked' })
    await requireStanding(tx, admin)
    const detail = { did: liftDid.asked, account: accountId }
    await recordPersonChange(tx, admin, detail, [{ table: 'passkey_lifts', id: row.id, values: row }])
    await tx.insertInto('passkey_lifts').values(row).execute()
    await notifyOfPasskeys(tx, accountId, { did: 'removal-requested', of: row.id, until: row.expires_at })
    await claim.keep(tx, null)
  })
}

const notOwn = () => problem('forbidden', 'Two other admins decide about your own passkeys.', { code: 'own_passkeys' })

/**
 * Two admins are two people only where neither has just made the other: with an account that was added, let in again, given a role or a new
 * password in the last days, one admin would be both. Throws `forbidden`.
 */
async function requireStanding(tx: Transaction<Tables>, { accountId }: Person): Promise<void> {
  const since = new Date(Date.now() - standingDays * dayMs).toISOString()
  const account = await tx.selectFrom('accounts').select('created_at').where('id', '=', accountId).executeTakeFirst()
  const byOthers = await tx
    .selectFrom('journal')
    .select('detail')
    .where('kind', '=', 'person')
    .where('action_id', '=', accountId)
    .where('account_id', 'not in', [accountId, '']) // the company’s directory and the server’s command are nobody’s second account
    .where('at', '>=', since)
    .execute()
  const letIn = ['added', 'enabled', 'role', 'password renewed']
  const isSetUp = byOthers.some(({ detail }) => letIn.includes(fromOwnJson<{ did: string }>(detail).did))
  if (account && account.created_at < since && !isSetUp) return
  throw problem(
    'forbidden',
    `Another admin added or changed your account in the last ${standingDays} days, so you can’t do this yet. Ask an admin of longer standing.`,
    { code: 'too_new' },
  )
}

async function requireStillAdmin(tx: Transaction<Tables>, accountId: string): Promise<void> {
  const asker = await tx.selectFrom('accounts').select(['role', 'disabled_at']).where('id', '=', accountId).executeTakeFirst()
  if (asker?.role === 'admin' && asker.disabled_at === null) return
  throw problem(
    'conflict',
    'Who requested this is no longer an admin, so nothing was removed. Decline it, then request it again.',
    {
      code: 'asker_gone',
    },
  )
}

/** The second admin lifts all passkeys of the person, or declines. Throws `forbidden` to who requested it and to the person. */
export async function decideLift(admin: Person, accountId: string, lift: boolean, claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    await waitForTurn(tx)
    const row = await waitingLift(tx, accountId)
    if (!row) throw problem('conflict', 'Nobody has requested this, or it has expired.', { code: 'decided' })
    if (admin.accountId === accountId) throw notOwn()
    if (admin.accountId === row.asked_account)
      throw problem('forbidden', 'You requested this. Another admin decides.', { code: 'own_request' })
    await requireAsRecorded(tx, 'passkey_lifts', row)
    if (lift) {
      await requireStanding(tx, admin)
      await requireStillAdmin(tx, row.asked_account)
    }
    const values = {
      state: lift ? ('lifted' as const) : ('declined' as const),
      decided_by: admin.name,
      decided_at: new Date().toISOString(),
    }
    await tx.updateTable('passkey_lifts').set(values).where('id', '=', row.id).execute()
    const written = await asWritten(tx, ['passkey_lifts', row.id])
    const did = lift ? liftDid.lifted : liftDid.declined
    await recordPersonChange(tx, admin, { did, account: accountId, askedBy: row.asked_by }, written)
    if (lift) await liftKeys(tx, admin, accountId)
    await removalDecided(tx, row.id)
    await notifyOfPasskeys(tx, accountId, { did: lift ? 'lifted' : 'removal-declined', of: row.id })
    await claim.keep(tx, null)
  })
}

/** Removes all passkeys of an account, so that its owner adds their first one again. Returns how many there were. */
export async function liftKeys(tx: Transaction<Tables>, by: Signer, accountId: string): Promise<number> {
  const keys = await liveKeys(tx, accountId)
  await removeKeys(tx, by, keys, { lifted: accountId })
  return keys.length
}
