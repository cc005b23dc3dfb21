import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { masked } from '@/lib/core/masking'
import type { KeyAct, SignedAct } from '@/lib/core/signed-acts'
import type { Database } from '@/lib/database/open'
import type { ActionRequest } from '@/lib/journal/action-ids'
import { canonical } from '@/lib/journal/crypto'
import type { SignedEntry, Statement } from '@/lib/journal/signature'
import { env } from '@/lib/platform/env'
import { ownHost } from './keys'

export type Signer = { accountId: string; name: string }

/** Something that a person signs before it's done. */
export type Act = {
  act: SignedAct | KeyAct
  signer: Signer
  /** The merchant account; empty where it's about none. */
  merchant: string
  /** The whole request, under the caller's id. */
  actionRequest: ActionRequest
  /** What the person is shown of it. */
  request: unknown
  /** What the journal's entry of it will say. */
  entry: SignedEntry
  /** What it rests on at a moment: an effect, a plan or the rows that it changes. What isn't the same when it's done isn't what was signed. */
  facts: (store: Database) => Promise<Facts>
}

/** A hash that was shown, or the values themselves: of these the statement has a keyed digest. */
export type Facts = Pick<Statement, 'effectHash' | 'planHash'> | { values: unknown }

/** Whether an act is to be signed, by the environment alone. */
export const isSigned = (act: SignedAct): boolean => env().SIGNED_ACTS.includes(act)

/** A key for the digest of a request. It's sealed in the entry: without it, a masked value can't be guessed from the digest. */
export const newDigestKey = (): string => randomBytes(32).toString('base64url')

/** The statement of an act. With the same moment, nonce and key the same act gives the same text. */
export async function statementOf(
  store: Database,
  { act, signer, merchant, actionRequest, request, entry, facts }: Act,
  { at, nonce }: Pick<Statement, 'at' | 'nonce'>,
  digestKey: string,
): Promise<Statement> {
  const { what, accountId, content } = actionRequest
  const keyed = (value: unknown) =>
    createHmac('sha256', Buffer.from(digestKey, 'base64url')).update(canonical(value)).digest('hex')
  const rests = await facts(store)
  return {
    v: 1,
    origin: ownHost().origin,
    at,
    nonce,
    person: signer.accountId,
    account: merchant,
    actionId: actionRequest.id,
    act,
    request: masked(request),
    entry: masked(entry) as SignedEntry,
    requestDigest: keyed([what, accountId, merchant, content]),
    ...('values' in rests ? { effectHash: keyed(rests.values) } : rests),
  }
}
