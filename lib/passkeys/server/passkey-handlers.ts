import 'server-only'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import { problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { recordPersonChange } from '@/lib/people/server/record-person-change'
import type { SignedIn } from '@/lib/people/server/sessions'
import { addressOf } from '@/lib/platform/address-of'
import { env } from '@/lib/platform/env'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import { type Enrolment, maxPasskeys, type OwnPasskeys, type Passkey } from '@/lib/signatures/passkey'
import type { Act } from '@/lib/signatures/server/act'
import { claimSigned } from '@/lib/signatures/server/claim-signed'
import { beginEnrolment, enrol, keyNamed, newKeyIn, removeKeys } from '@/lib/signatures/server/enrol'
import { keysOf, ownHost, type PasskeyRow } from '@/lib/signatures/server/keys'
import { credentialDigest } from '@/lib/signatures/server/sign'
import { notifyOfPasskeys } from './passkey-notices'
import { checkedInTurn, recordingRefusal } from './refused-keys'

const freshMs = 5 * 60_000
/** A browser has two minutes for a new key. */
const browserMs = 2 * 60_000

/** `GET /api/desk/account/passkeys` */
export const ownPasskeys = (_: Request, person: SignedIn): Promise<OwnPasskeys> => passkeysOf(person)

export async function passkeysOf(person: SignedIn): Promise<OwnPasskeys> {
  const store = await database()
  const rows = await store
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', person.accountId)
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .execute()
  const { host } = ownHost()
  const usable = rows.filter((row) => row.host === host)
  return {
    passkeys: rows.map((row) => shown(row, host)),
    adding: await adding(person, usable.length),
    atSignIn: person.issuer === null ? await isAskedAtSignIn(store, person.accountId) : null,
    lifted: rows.length === 0 ? await liftedLast(store, person.accountId) : null,
    isSigning: env().SIGNED_ACTS.length > 0,
  }
}

async function isAskedAtSignIn(store: Database, id: string): Promise<boolean> {
  const row = await store.selectFrom('accounts').select('passkey_at_sign_in').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.passkey_at_sign_in !== null
}

/** Who last lifted the person's passkeys, which they're told until they add one. */
async function liftedLast(store: Database, accountId: string): Promise<OwnPasskeys['lifted']> {
  const row = await store
    .selectFrom('passkey_lifts')
    .select(['asked_by', 'decided_by', 'decided_at'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'lifted')
    .orderBy('decided_at', 'desc')
    .executeTakeFirst()
  return row ? { at: row.decided_at ?? '', by: [row.asked_by, row.decided_by ?? ''] } : null
}

const shown = (row: PasskeyRow, host: string): Passkey => ({
  id: row.id,
  name: row.name,
  addedAt: row.added_at,
  lastUsedAt: row.last_used_at,
  synced: row.backed_up === 1,
  elsewhere: row.host !== host,
})

async function adding(person: SignedIn, usable: number): Promise<OwnPasskeys['adding']> {
  if (usable >= maxPasskeys) return 'full'
  if (usable > 0) return 'confirm'
  return (await isFresh(person)) ? 'now' : 'sign-in-again'
}

/** Whether somebody has just signed in: whoever finds a session open must not make a key of their own for it. */
async function isFresh({ sessionId }: SignedIn, forMs = freshMs): Promise<boolean> {
  const store = await database()
  const row = await store.selectFrom('sessions').select('created_at').where('id', '=', sessionId).executeTakeFirst()
  return row !== undefined && Math.abs(Date.now() - Date.parse(row.created_at)) <= forMs
}

const begun = z.strictObject({ name: keptLine(60, 'Enter a name for this passkey') })
const made = z.strictObject({ ...begun.shape, id: z.uuid(), credential: z.looseObject({ id: z.string() }) })

/**
 * `POST /api/desk/account/passkeys`: first with a name alone, which is answered with what the browser makes a key for; then with the key.
 * Whoever has one already confirms the new one with it. Without one, the sign-in must be of a moment ago.
 */
export async function postPasskey(request: Request, person: SignedIn): Promise<Enrolment | OwnPasskeys | Response> {
  const given = checked(z.union([begun, made], 'Send a name, and then what the browser made'), await readJson(request))
  const id = actionIdIn(request)
  const keys = await keysOf(await database(), person.accountId)
  if (!('credential' in given)) {
    if (keys.length === 0 && !(await isFresh(person))) throw signInAgain()
    return beginEnrolment(person, person.email)
  }
  const isFirst = keys.length === 0
  if (isFirst && !(await isFresh(person, freshMs + browserMs))) throw signInAgain()
  const actionRequest = askedUnder(id, person, { what: 'postPasskey', content: given })
  return answerOnce(
    actionRequest,
    async (claim) => {
      const from = { person, address: addressOf(request.headers) }
      const credential = given.credential as unknown as RegistrationResponseJSON
      const key = await checkedInTurn(from, () => newKeyIn(person, given.id, credential))
      const shown = { name: given.name, credential: credentialDigest(key.credential_id), publicKey: key.spki }
      const act: Act = {
        act: 'add-passkey',
        signer: person,
        merchant: '',
        actionRequest,
        request: shown,
        entry: { kind: 'passkey-added', credential: shown.credential },
        facts: async () => ({}),
      }
      const store = await database()
      const adds = (signed: Claim) =>
        store.transaction().execute(async (tx) => {
          await signed.take(tx)
          const of = await enrol(tx, person, { name: given.name, made: key, isFirst })
          await notifyOfPasskeys(tx, person.accountId, { did: 'added', of })
          await signed.keep(tx, null)
        })
      await recordingRefusal(from, () => claimSigned(isFirst ? null : act, claim, adds))
    },
    () => passkeysOf(person),
  )
}

const signInAgain = () =>
  problem('forbidden', 'To add your first passkey, sign out and sign in again. You then have five minutes.', {
    code: 'sign_in_again',
  })

/** `DELETE /api/desk/account/passkeys/{passkeyId}`: confirmed with one of one's keys, the same one or another. */
export async function deletePasskey(
  request: Request,
  person: SignedIn,
  params: { passkeyId: string },
): Promise<OwnPasskeys | Response> {
  const passkeyId = idIn(params.passkeyId)
  const actionRequest = askedUnder(actionIdIn(request), person, { what: 'deletePasskey', content: { passkeyId } })
  return answerOnce(
    actionRequest,
    async (claim) => {
      const store = await database()
      const row = await keyNamed(store, person.accountId, passkeyId)
      const about = { name: row.name, credential: credentialDigest(row.credential_id) }
      const act: Act = {
        act: 'remove-passkey',
        signer: person,
        merchant: '',
        actionRequest,
        request: about,
        entry: { kind: 'passkey-removed', id: row.id },
        facts: async () => ({}),
      }
      // One of another host signs nothing any more, and opens nothing either.
      await claimSigned(row.host === ownHost().host ? act : null, claim, (signed) =>
        store.transaction().execute(async (tx) => {
          await signed.take(tx)
          await removeKeys(tx, person, [row])
          await notifyOfPasskeys(tx, person.accountId, { did: 'removed', of: row.id })
          await signed.keep(tx, null)
        }),
      )
    },
    () => passkeysOf(person),
  )
}

const atSignInDid = (isOn: boolean) => (isOn ? 'passkey at sign-in: on' : 'passkey at sign-in: off')
const atSignIn = z.strictObject({ atSignIn: z.boolean('Send true or false') })

/** `PUT /api/desk/account/passkeys`: whether a passkey is asked for at sign-in, after the password. Confirmed with one, so that it works. */
export async function putAtSignIn(request: Request, person: SignedIn): Promise<OwnPasskeys | Response> {
  const given = checked(atSignIn, await readJson(request))
  if (person.issuer !== null)
    throw problem('conflict', 'You sign in through your company, which asks for a second factor itself.', {
      code: 'company_sign_in',
    })
  const actionRequest = askedUnder(actionIdIn(request), person, { what: 'putAtSignIn', content: given })
  const act: Act = {
    act: 'passkey-at-sign-in',
    signer: person,
    merchant: '',
    actionRequest,
    request: given,
    entry: { kind: 'person', id: person.accountId, did: atSignInDid(given.atSignIn) },
    facts: async () => ({}),
  }
  return answerOnce(
    actionRequest,
    async (claim) => {
      const store = await database()
      const values = { passkey_at_sign_in: given.atSignIn ? new Date().toISOString() : null }
      await claimSigned(act, claim, (signed) =>
        store.transaction().execute(async (tx) => {
          await signed.take(tx)
          const did = atSignInDid(given.atSignIn)
          await recordPersonChange(tx, person, { did, account: person.accountId, values })
          await tx.updateTable('accounts').set(values).where('id', '=', person.accountId).execute()
          await notifyOfPasskeys(tx, person.accountId, {
            did: given.atSignIn ? 'at-sign-in-on' : 'at-sign-in-off',
            of: actionRequest.id,
          })
          await signed.keep(tx, null)
        }),
      )
    },
    () => passkeysOf(person),
  )
}
