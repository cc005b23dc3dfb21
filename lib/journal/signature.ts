import 'server-only'
import { createPublicKey, hash, verify } from 'node:crypto'
import { fromOwnJson, isObject } from '@/lib/core/json'
import type { KeyAct, SignedAct } from '@/lib/core/signed-acts'
import { canonical, type JournalRow } from './crypto'
import { readDetail } from './row-digests'

// What a passkey signs and how an entry keeps it. Nothing here asks the database, so that an entry proves by itself who signed what.

/** What somebody signs. Personal values are masked in it, and a keyed digest stands for all that was asked for. */
export type Statement = {
  v: 1
  origin: string
  at: string
  nonce: string
  /** The account of the person who signs. */
  person: string
  /** The merchant account; empty where it's about none. */
  account: string
  actionId: string
  act: SignedAct | KeyAct
  request: unknown
  /** What the entry of the act will say, so that no entry can bear the signature of another one. */
  entry: SignedEntry
  requestDigest: string
  effectHash?: string
  planHash?: string
}

/** What is signed of an entry: its kind, by `id` its `action_id`, by `buyer` its `buyer_id`, and anything of its detail. */
export type SignedEntry = { kind: JournalRow['kind']; id?: string; buyer?: string; [ofDetail: string]: unknown }

/** A signature as an entry keeps it: with the entry that enrolled the key, all it takes to check it. */
export type KeptSignature = {
  statement: string
  /** SHA-256 of the credential's id. */
  credential: string
  authenticatorData: string
  clientDataJSON: string
  signature: string
  /** The entry that enrolled the key. */
  key: number
  /** The key of the statement's digest, sealed. */
  sealed: string
}

/** A key as the entry that enrolled it has it. */
export type EnrolledKey = { accountId: string; credential: string; publicKey: string }

/** What the authenticator signs of a statement. What it signs for one purpose fits no other. */
export const challengeOf = (statement: string, purpose: 'act' | 'enrol' | 'sign-in' = 'act'): string =>
  hash('sha256', `counterfoil/${purpose}/v1\0${statement}`, 'base64url')

/** The signature that an entry keeps; null for one that has none. */
export function signatureIn({ detail }: Pick<JournalRow, 'detail'>): KeptSignature | null {
  if (!detail.includes('"signature":{')) return null
  const read = readDetail(detail)
  return isObject(read) && isObject(read.signature) ? (read.signature as KeptSignature) : null
}

/** The key that an entry enrolled; null for any other entry. */
export function enrolledIn({ kind, account_id, detail }: JournalRow): EnrolledKey | null {
  const read = kind === 'passkey-added' ? readDetail(detail) : null
  if (!isObject(read) || typeof read.publicKey !== 'string' || typeof read.credential !== 'string') return null
  return { accountId: account_id, publicKey: read.publicKey, credential: read.credential }
}

/**
 * Why a signature isn't that of a person over its statement, with the key that an entry enrolled for them; null where it is. Nothing is
 * accepted that this refuses, or the journal couldn't be proven afterwards.
 */
export function keptFault(kept: KeptSignature, enrolled: EnrolledKey | null): string | null {
  const statement = readDetail(kept.statement) as Partial<Statement> | null
  if (!isObject(statement) || statement.v !== 1 || typeof statement.origin !== 'string') return 'its statement can’t be read'
  if (enrolled === null || kept.credential !== enrolled.credential) return `entry ${kept.key} didn’t enrol its key`
  if (statement.person !== enrolled.accountId) return 'it’s signed by somebody else'
  return proofFault(kept, statement.origin, enrolled.publicKey)
}

/** Why an entry isn't what its person signed; null where it is. */
function signatureFault(entry: JournalRow, kept: KeptSignature, enrolled: EnrolledKey | null): string | null {
  const fault = keptFault(kept, enrolled)
  if (fault !== null) return fault
  const statement = fromOwnJson<Statement>(kept.statement)
  if (statement.person !== entry.account_id) return 'it’s signed by somebody else'
  if (statement.account !== entry.merchant) return 'it’s signed for another merchant account'
  const isItsOwn = saysWhatIsSigned(entry, statement.entry) && sameRequest(entry, statement)
  return isItsOwn ? null : 'it’s signed for something else'
}

function saysWhatIsSigned({ kind, action_id, buyer_id, detail }: JournalRow, signed: unknown): boolean {
  if (!isObject(signed) || signed.kind !== kind) return false
  const says: Record<string, unknown> = { ...fromOwnJson<object>(detail), kind, id: action_id, buyer: buyer_id }
  return Object.entries(signed).every(([name, value]) => canonical(says[name] ?? null) === canonical(value))
}

/** Of a command that was sent for who signed it, the entry repeats the request. */
function sameRequest(entry: JournalRow, { request, actionId }: Partial<Statement>): boolean {
  if (entry.kind !== 'intent') return true
  const detail = readDetail(entry.detail)
  if (!isObject(detail) || !isObject(request) || actionId !== entry.action_id || request.operation !== entry.operation)
    return false
  const { params, body } = request
  return canonical({ params, body }) === canonical(detail.request)
}

const userPresent = 0x01
const userVerified = 0x04

/** Whether the authenticator signed the statement at this origin, for a person whom it had verified. */
function proofFault(
  { statement, authenticatorData, clientDataJSON, signature }: KeptSignature,
  origin: string,
  publicKey: string,
): string | null {
  const [auth, client, proof] = [authenticatorData, clientDataJSON, signature].map((text) => Buffer.from(text, 'base64url'))
  const said = readDetail(client?.toString('utf8') ?? '')
  if (!auth || !client || !proof || !isObject(said) || auth.length < 37) return 'its signature can’t be read'
  if (said.type !== 'webauthn.get' || said.challenge !== challengeOf(statement)) return 'its signature is for another statement'
  if (said.origin !== origin || said.crossOrigin) return 'its signature was given at another address'
  if (!auth.subarray(0, 32).equals(hash('sha256', new URL(origin).hostname, 'buffer')))
    return 'its signature was given to another host'
  const needs = userPresent | userVerified
  if (((auth[32] ?? 0) & needs) !== needs) return 'the authenticator didn’t verify the person'
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
  const data = Buffer.concat([auth, hash('sha256', client, 'buffer')])
  const isSigned = verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key, proof)
  return isSigned ? null : 'its signature doesn’t fit the key'
}

/**
 * Checks the signatures in entries that come in their order: each was made by a key that an entry before it enrolled and none has removed,
 * for just this entry, and once, and the key's counter goes only up.
 */
export class SignatureWalk {
  private readonly keys = new Map<number, EnrolledKey>()
  private readonly used = new Set<string>()
  private readonly counters = new Map<number, number>()

  /** What is wrong with an entry; null where it's signed as it says, or not signed at all. */
  faultOf(entry: JournalRow): string | null {
    const kept = signatureIn(entry)
    const fault = kept === null ? null : this.signed(entry, kept)
    const enrolled = enrolledIn(entry)
    if (enrolled) this.keys.set(entry.seq, enrolled)
    if (entry.kind === 'passkey-removed') for (const key of removedBy(entry)) this.keys.delete(key)
    return fault && `entry ${entry.seq}: ${fault}`
  }

  private signed(entry: JournalRow, kept: NonNullable<ReturnType<typeof signatureIn>>): string | null {
    if (this.used.has(kept.statement)) return 'its signature was used before'
    this.used.add(kept.statement)
    try {
      return signatureFault(entry, kept, this.keys.get(kept.key) ?? null) ?? this.counterFault(kept)
    } catch {
      return 'its signature can’t be read'
    }
  }

  /** Somebody who sets the counter in the database back would let a copy of the key sign. */
  private counterFault(kept: KeptSignature): string | null {
    const [last, counter] = [this.counters.get(kept.key) ?? 0, counterIn(kept)]
    this.counters.set(kept.key, Math.max(last, counter))
    return counter > last || (counter === 0 && last === 0) ? null : 'its key’s counter went back'
  }
}

/** How often the authenticator has signed, as it says itself; 0 for one that doesn't count. */
const counterIn = ({ authenticatorData }: KeptSignature) => Buffer.from(authenticatorData, 'base64url').readUInt32BE(33)

function removedBy({ detail }: JournalRow): number[] {
  const read = readDetail(detail)
  return isObject(read) && Array.isArray(read.keys) ? read.keys.filter((key) => typeof key === 'number') : []
}
