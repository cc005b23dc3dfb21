import 'server-only'
import { hash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import type { Tables } from '@/lib/database/schema'
import { append, isRepeat, keepSignature } from '@/lib/journal/chain'
import { canonical, decryptJson, encryptJson } from '@/lib/journal/crypto'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { challengeOf, type EnrolledKey, enrolledIn, type KeptSignature, keptFault, type Statement } from '@/lib/journal/signature'
import { log } from '@/lib/platform/log'
import { currentRequest } from '@/lib/platform/request-context'
import { type Act, newDigestKey, statementOf } from './act'
import { provenBy, type Refused, requestOptions, type SignatureInput, signatureGiven } from './assertion'
import { type Challenge, challengeWith, keepChallenge, spendChallenge } from './challenges'
import { keysOf, type PasskeyRow } from './keys'

/** A sound signature on its way into the transaction of what was signed. */
export type Signing = {
  /** Uses it up: one touch, one act. The first statements of the transaction after its action id's. */
  spend(tx: Transaction<Tables>): Promise<void>
  /** Throws `conflict` where the facts are no longer those that were signed. The transaction's next entry keeps the signature. */
  bind(tx: Transaction<Tables>): Promise<void>
}

type Why = Refused | 'unreadable' | 'unknown' | 'other person' | 'other request' | 'used' | 'over' | 'changed'

/**
 * Does what the person has signed with a passkey. The first time, without the header `x-signature`, it throws 428 with what is to be signed;
 * the same request with the header is checked, and `work` gets the signature for its transaction. Each signature that doesn't count is an
 * entry of the journal, and nothing is done. Somebody without a key gets `forbidden`: there is no weaker way through.
 */
export async function whileSigning<T>(act: Act, work: (signing: Signing) => Promise<T>): Promise<T> {
  const store = await database()
  const header = currentRequest()?.signature ?? null
  if (header === null) throw await signatureRequired(store, act)
  const refused: { why: Why | null } = { why: null }
  try {
    return await work(await soundSignature(store, act, header, refused))
  } catch (cause) {
    if (refused.why !== null) await note(act, 'signature-refused', { reason: refused.why })
    throw cause
  }
}

async function signatureRequired(store: Database, act: Act): Promise<ServiceProblem> {
  const keys = await keysOf(store, act.signer.accountId)
  if (keys.length === 0) {
    await note(act, 'signature-refused', { reason: 'no passkey' })
    return problem(
      'forbidden',
      'This needs your passkey, and you don’t have one. Nothing was done. Add a passkey in Your account.',
      {
        code: 'passkey_needed',
        title: 'You need a passkey',
      },
    )
  }
  const digestKey = newDigestKey()
  const fresh = { at: new Date().toISOString(), nonce: randomBytes(16).toString('base64url') }
  const statement = canonical(await statementOf(store, act, fresh, digestKey))
  const { id } = await keepChallenge({
    account_id: act.signer.accountId,
    purpose: 'act',
    statement,
    sealed: encryptJson(digestKey),
    action_id: act.actionRequest.id,
  })
  if (!isRepeat('signature-asked', `${act.signer.accountId} ${act.actionRequest.id}`)) await note(act, 'signature-asked', {})
  const signature = { id, statement, options: await requestOptions(keys, challengeOf(statement)) }
  return problem('invalid', 'Confirm this with your passkey. Nothing was done yet.', {
    status: 428,
    code: 'signature_required',
    title: 'Your passkey is needed',
    fields: [{ field: 'x-signature', title: 'Sign the statement with a passkey' }],
    signature,
  })
}

type Refusing = { why: Why | null }

async function soundSignature(store: Database, act: Act, header: string, refused: Refusing): Promise<Signing> {
  const refuse = (why: Why): ServiceProblem => {
    refused.why = why
    return why === 'changed' ? factsChanged() : notSigned()
  }
  const given = signatureGiven(header)
  if (given === null) throw refuse('unreadable')
  const challenge = await challengeWith(store, given.id)
  if (challenge?.purpose !== 'act') throw refuse('unknown')
  if (challenge.account_id !== act.signer.accountId) throw refuse('other person')
  if (challenge.used_at !== null) throw refuse('used')
  if (challenge.expires_at <= new Date().toISOString()) throw refuse('over')
  const different = await difference(store, act, challenge)
  if (different !== null) throw refuse(different)
  const proven = await provenBy(store, act.signer.accountId, given, challengeOf(challenge.statement))
  if ('refused' in proven) throw refuse(proven.refused)
  const kept = keptOf(challenge, given, proven.key)
  return {
    async spend(tx) {
      if (!(await spendChallenge(tx, challenge.id))) throw refuse('used')
      await spendKey(tx, proven, refuse)
      const fault = keptFault(kept, await enrolledBy(tx, kept.key))
      if (fault === null) return
      log.info({ reason: fault }, 'signature_refused')
      throw refuse('signature')
    },
    async bind(tx) {
      if ((await difference(tx, act, challenge)) !== null) throw refuse('changed')
      keepSignature(tx, act.signer.accountId, kept)
    },
  }
}

/** The key that an entry of the journal enrolled. */
async function enrolledBy(store: Database, seq: number): Promise<EnrolledKey | null> {
  const entry = await store.selectFrom('journal').selectAll().where('seq', '=', seq).executeTakeFirst()
  return entry ? enrolledIn(entry) : null
}

/** What an act differs in from the statement of a challenge; null where it's that very act on those very facts. */
async function difference(
  store: Database,
  act: Act,
  { statement, sealed }: Challenge,
): Promise<'other request' | 'changed' | null> {
  const signed = fromOwnJson<Statement>(statement)
  const now = await statementOf(store, act, signed, decryptJson(sealed) as string)
  if (canonical(now) === statement) return null
  const { effectHash: _, planHash: __, ...asked } = now
  const { effectHash: ___, planHash: ____, ...askedThen } = signed
  return canonical(asked) === canonical(askedThen) ? 'changed' : 'other request'
}

/** The key's counter goes only up, or stays 0 for one that doesn't count. Of two signatures at once, one finds the counter moved. */
export const advanceCounter = (
  tx: Transaction<Tables>,
  { key, counter }: { key: PasskeyRow; counter: number },
): Promise<PasskeyRow | undefined> =>
  tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date().toISOString() })
    .where('id', '=', key.id)
    .where('removed_at', 'is', null)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .returningAll()
    .executeTakeFirst()

async function spendKey(
  tx: Transaction<Tables>,
  { key, counter }: { key: PasskeyRow; counter: number },
  refuse: (why: Why) => ServiceProblem,
): Promise<void> {
  const used = await advanceCounter(tx, { key, counter })
  if (!used) throw refuse('counter')
  await requireAsRecorded(tx, 'passkeys', used)
}

function keptOf({ statement, sealed }: Challenge, { assertion }: SignatureInput, key: PasskeyRow): KeptSignature {
  const { authenticatorData, clientDataJSON, signature } = assertion.response
  return {
    statement,
    sealed,
    authenticatorData,
    clientDataJSON,
    signature,
    credential: credentialDigest(key.credential_id),
    key: key.entry ?? 0,
  }
}

/** A credential's id in the journal: a digest, as the id itself is for its owner's browser alone. */
export const credentialDigest = (id: string): string => hash('sha256', Buffer.from(id, 'base64url'), 'hex')

const notSigned = (): ServiceProblem =>
  problem('invalid', 'We couldn’t accept this signature, so nothing was done. Try again with your passkey.', {
    code: 'signature_refused',
    title: 'Nothing was done',
    fields: [{ field: 'x-signature', title: 'Sign again: a signature is good once, for two minutes and for one request' }],
  })

const factsChanged = (): ServiceProblem =>
  problem('conflict', 'Something has just changed, so nothing was done. Review the changes, then sign again.', {
    code: 'changed',
  })

async function note(
  { act, signer, merchant, actionRequest }: Act,
  kind: 'signature-asked' | 'signature-refused',
  more: object,
): Promise<void> {
  const store = await database()
  const entry = {
    kind,
    operation: null,
    actionId: null,
    accountId: signer.accountId,
    person: signer.name,
    merchant,
    buyerId: null,
    ticket: null,
    detail: { act, request: actionRequest.id, ...more },
  }
  await beside(`${kind.replace('-', '_')}_not_noted`, () => store.transaction().execute((tx) => append(tx, entry)))
}
