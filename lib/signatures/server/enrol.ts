import 'server-only'
import { createPublicKey, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Transaction } from 'kysely'
import { masked } from '@/lib/core/masking'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append, type Entry, waitForTurn } from '@/lib/journal/chain'
import { canonical } from '@/lib/journal/crypto'
import { challengeOf } from '@/lib/journal/signature'
import { type Enrolment, maxPasskeys } from '../passkey'
import type { Signer } from './act'
import { type Refused, whyRefused } from './assertion'
import { challengeWith, keepChallenge, spendChallenge } from './challenges'
import { keysOf, ownHost, type PasskeyRow, transportsOf, vouchedColumns } from './keys'
import { credentialDigest } from './sign'

// ES256, EdDSA and RS256, by their numbers in COSE.
const algorithms = [-7, -8, -257]

/** What the browser makes a new key for: good for two minutes. */
export async function beginEnrolment(signer: Signer, shownAs: string): Promise<Enrolment> {
  const store = await database()
  const keys = await keysOf(store, signer.accountId)
  requireRoom(keys)
  const { host, origin } = ownHost()
  const nonce = randomBytes(32).toString('base64url')
  const statement = canonical({ v: 1, enrols: signer.accountId, origin, nonce })
  const kept = { account_id: signer.accountId, purpose: 'enrol' as const, statement, sealed: '', action_id: null }
  const { id } = await keepChallenge(kept)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Counterfoil',
    rpID: host,
    userID: new Uint8Array(Buffer.from(signer.accountId)),
    userName: shownAs,
    userDisplayName: signer.name,
    challenge: new Uint8Array(Buffer.from(challengeOf(statement, 'enrol'), 'base64url')),
    timeout: 120_000,
    attestationType: 'none',
    excludeCredentials: keys.map((key) => ({ id: key.credential_id, transports: transportsOf(key) as [] })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { id, options }
}

function requireRoom(keys: readonly PasskeyRow[]): void {
  if (keys.length >= maxPasskeys)
    throw problem('conflict', `You have ${maxPasskeys} passkeys, which is the most. Remove one first.`, { code: 'too_many' })
}

/** A key that a browser has made, checked and not yet enrolled. */
export type NewKey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'> & {
  challengeId: string
  /** As anybody can check with it (SPKI, base64url). */
  spki: string
}

// Why a key was refused is for the journal: who asked isn't told.
const refusals = new WeakMap<object, string>()

function refusedFor(reason: string, refused: ServiceProblem): ServiceProblem {
  refusals.set(refused, reason)
  return refused
}

const keyRefused = (reason: Refused | 'unreadable' | 'unknown' | 'other person' | 'used' | 'over'): ServiceProblem =>
  refusedFor(
    reason,
    problem('invalid', 'We couldn’t accept this passkey, so it wasn’t added. Try again.', {
      code: 'passkey_refused',
      title: 'Passkey not added',
    }),
  )

/** Why a new key was refused; null for any other problem. */
export const whyKeyRefused = (cause: unknown): string | null => (cause instanceof Error && refusals.get(cause)) || null

/** Checks what a browser made for a challenge of the same person. Throws `invalid`. */
export async function newKeyIn(signer: Signer, challengeId: string, credential: RegistrationResponseJSON): Promise<NewKey> {
  const challenge = await challengeWith(await database(), challengeId)
  if (challenge?.purpose !== 'enrol') throw keyRefused('unknown')
  if (challenge.account_id !== signer.accountId) throw keyRefused('other person')
  if (challenge.used_at !== null) throw keyRefused('used')
  if (challenge.expires_at <= new Date().toISOString()) throw keyRefused('over')
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { host, origin } = ownHost()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challengeOf(challenge.statement, 'enrol'),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) throw keyRefused('signature')
    const { credential: made, credentialDeviceType } = registrationInfo
    return {
      challengeId,
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: JSON.stringify((made.transports ?? []).filter((each) => /^[a-z-]{2,20}$/.test(each)).slice(0, 8)),
      backed_up: credentialDeviceType === 'multiDevice' ? 1 : 0,
      spki: await spkiOf(made.publicKey),
    }
  } catch (cause) {
    throw keyRefused(whyRefused(cause) ?? 'unreadable')
  }
}

async function spkiOf(publicKey: Uint8Array<ArrayBuffer>): Promise<string> {
  const { decodeCredentialPublicKey, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const cose = decodeCredentialPublicKey(publicKey) as unknown as Map<number, number | Uint8Array<ArrayBuffer>>
  const text = (at: number) => isoBase64URL.fromBuffer(cose.get(at) as Uint8Array<ArrayBuffer>)
  const jwk = (): JsonWebKey => {
    const [kind, curve] = [cose.get(1), cose.get(-1)]
    if (kind === 2 && curve === 1) return { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }
    if (kind === 1 && curve === 6) return { kty: 'OKP', crv: 'Ed25519', x: text(-2) }
    if (kind === 3) return { kty: 'RSA', n: text(-1), e: text(-2) }
    throw new TypeError('A key of another kind')
  }
  return createPublicKey({ key: jwk(), format: 'jwk' }).export({ type: 'spki', format: 'der' }).toString('base64url')
}

/**
 * Enrols a key in a transaction and returns its id. The entry has what anybody needs to check what it signs. `isFirst`: no key of theirs
 * confirms it, so there may be none.
 */
export async function enrol(
  tx: Transaction<Tables>,
  signer: Signer,
  { name, made, isFirst }: { name: string; made: NewKey; isFirst: boolean },
): Promise<string> {
  const { challengeId, spki, ...key } = made
  const row: PasskeyRow = {
    ...key,
    id: randomUUID(),
    account_id: signer.accountId,
    name: masked(name),
    host: ownHost().host,
    entry: null,
    added_at: new Date().toISOString(),
    last_used_at: null,
    removed_at: null,
  }
  if (!(await spendChallenge(tx, challengeId))) throw keyRefused('used')
  await waitForTurn(tx)
  const keys = await keysOf(tx, signer.accountId)
  requireRoom(keys)
  if (isFirst && keys.length > 0)
    throw problem('conflict', 'You’ve just added another passkey. Confirm this one with it: try again.', { code: 'changed' })
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n)
    throw refusedFor('known', problem('conflict', 'This passkey was added before. Use another one.', { code: 'passkey_known' }))
  const values = Object.fromEntries(vouchedColumns.map((column) => [column, row[column]]))
  const detail = { name: row.name, credential: credentialDigest(row.credential_id), publicKey: spki, host: row.host }
  const entry = await append(tx, {
    ...entryOf(signer, row.id, 'passkey-added', { ...detail, synced: row.backed_up === 1 }),
    rows: [{ table: 'passkeys', id: row.id, values }],
  })
  await tx.updateTable('passkeys').set({ entry }).where('id', '=', row.id).execute()
  return row.id
}

/** A key of the person's that is still there. Throws `notFound`. */
export async function keyNamed(store: Database, accountId: string, id: string): Promise<PasskeyRow> {
  const row = await store
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find that passkey, or it was removed already.')
  return row
}

/** Removes keys in a transaction. Old entries stay proven by them. What their owners had begun to add while they had them can't be added. */
export async function removeKeys(
  tx: Transaction<Tables>,
  by: Signer,
  rows: readonly PasskeyRow[],
  more: object = {},
): Promise<void> {
  const removed_at = new Date().toISOString()
  for (const { id, account_id, name, entry } of rows) {
    await tx.deleteFrom('challenges').where('account_id', '=', account_id).where('purpose', '=', 'enrol').execute()
    const { numUpdatedRows } = await tx
      .updateTable('passkeys')
      .set({ removed_at })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw problem('conflict', 'This passkey was removed already.', { code: 'changed' })
    await append(tx, {
      ...entryOf(by, id, 'passkey-removed', { name, keys: entry === null ? [] : [entry], ...more }),
      rows: [{ table: 'passkeys', id, values: { removed_at } }],
    })
  }
}

const entryOf = ({ accountId, name }: Signer, id: string, kind: Entry['kind'], detail: object): Entry => ({
  kind,
  detail,
  actionId: id,
  operation: null,
  accountId,
  person: name,
  merchant: '',
  buyerId: null,
  ticket: null,
})
