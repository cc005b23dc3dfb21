import 'server-only'
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { journalUnavailable } from '@/lib/database/patience'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { uuid } from '@/lib/operations/schemas/scalars'
import { env } from '@/lib/platform/env'
import { singleton as kept } from '@/lib/platform/singleton'
import { canonical, decrypted, derived, encryptJson } from './crypto'

/** What somebody asked for under an id that they made. A later request with that id is a repeat only if all of this is the same. */
export type ActionRequest = {
  id: string
  /** The name of what is done: the operation, or the handler. */
  what: string
  accountId: string
  /** Empty where it's about no merchant account. */
  merchant: string
  content: unknown
  /** How many of the same requests had been told that nothing was sent when this one came (`sentOnce`). */
  turnedAway?: number
}

/** How a change claims the id it was asked for under. */
export type Claim = {
  /** The first statement of its transaction: two that share an id wait for each other here. Throws where the id is taken. */
  take(tx: Transaction<Tables>): Promise<void>
  /** Keeps what a repeat is answered from, in the same transaction. */
  keep(tx: Transaction<Tables>, first: unknown): Promise<void>
}

/** For a request without an id: it's never a repeat. */
export const noClaim: Claim = { take: async () => {}, keep: async () => {} }

/** Thrown where the same request was quicker; this one gets its answer. */
export class Overtaken extends Error {}

/**
 * Does something once for an id. The same person with the same content in the same merchant account gets the first answer; anything else
 * under that id is a `conflict` that says nothing of the first. `work` must take its claim in the transaction of the change.
 */
export async function once<First, Answer>(
  request: ActionRequest | null,
  work: (claim: Claim) => Promise<Answer>,
  again: (first: First) => Answer | Promise<Answer>,
): Promise<Answer> {
  if (request === null) return work(noClaim)
  const before = await firstOf(request)
  if (before) return again(before.first as First)
  try {
    return await work({
      async take(tx) {
        if (!(await claim(tx, request))) throw new Overtaken()
      },
      keep: async (tx, first) => void (await keepFirst(tx, { id: request.id, first: encryptJson(first, placeOf(request.id)) })),
    })
  } catch (cause) {
    // Of two equal requests at one moment the second may be refused because of what the first has changed. It gets the first one's answer.
    const isRefused = cause instanceof ServiceProblem && cause.problem.kind !== 'unavailable'
    const first = isRefused || cause instanceof Overtaken ? await firstOf(request) : null
    if (!first) throw cause
    return again(first.first as First)
  }
}

/**
 * As `once`, for what sends a command after a look: while one request looks, the same one may be sent. Whoever is told that nothing was sent is told so only
 * while nothing was begun under the id, and what came before that isn't sent any more either. `work` passes on the request that it's given.
 */
export const sentOnce = <First>(
  request: ActionRequest,
  work: (claim: Claim, request: ActionRequest) => Promise<Response>,
  again: (first: First) => Response | Promise<Response>,
): Promise<Response> =>
  once<First, Response>(
    request,
    async (claim) => {
      const turnedAway = await timesTurnedAway(await database(), request)
      try {
        return await work(claim, { ...request, turnedAway })
      } catch (cause) {
        if (cause instanceof Overtaken || !(await turnAway(request))) throw new Overtaken()
        throw cause
      }
    },
    again,
  )

const turnedAwayUnder = ({ merchant, id }: ActionRequest) => ({ merchant, target: `action-id:${id}` })

/** How many requests under an id were told that nothing was sent. */
export async function timesTurnedAway(store: Database, request: ActionRequest): Promise<number> {
  const found = store
    .selectFrom('targets')
    .select('touched')
    .where((is) => is.and(turnedAwayUnder(request)))
  return Number((await found.executeTakeFirst())?.touched ?? 0)
}

/**
 * Writes that a request is about to be told that nothing was sent. False, and nothing is written, where the same request has been begun meanwhile. Throws
 * `unavailable` where that can't be written.
 */
export async function turnAway(request: ActionRequest | null): Promise<boolean> {
  if (request === null) return true
  const store = await database()
  const written = store.transaction().execute(async (tx) => {
    if (!(await claim(tx, request))) return false
    await tx
      .insertInto('targets')
      .values({ ...turnedAwayUnder(request), action_id: request.id, touched: 1 })
      .onConflict((conflict) =>
        conflict.columns(['merchant', 'target']).doUpdateSet((of) => ({ touched: of('targets.touched', '+', 1) })),
      )
      .execute()
    await tx.deleteFrom('action_ids').where('id', '=', request.id).execute() // held for this transaction only
    return true
  })
  return written.catch(async (cause: unknown) => {
    if (cause instanceof ServiceProblem) throw cause
    if (await isUsed(store, request.id).catch(() => false)) return false // read, though it can't be written
    throw journalUnavailable(cause, 'nothing was sent', 'Nothing was sent')
  })
}

/** What was kept when the very same was asked for before; null where the id is new. Throws `conflict` where it was anything else or can't be read. */
export async function firstOf(request: ActionRequest): Promise<{ first: unknown } | null> {
  const row = await sameBefore(request)
  if (row === null) return null
  if (row.first === null) return { first: null }
  const kept = decrypted(row.first, placeOf(request.id))
  if (kept === null) throw firstUnread()
  return { first: kept.value }
}

/** Whether the very same was asked for before. Throws `conflict` where it was anything else. */
export const isRepeated = async (request: ActionRequest): Promise<boolean> => (await sameBefore(request)) !== null

async function sameBefore(request: ActionRequest): Promise<{ first: string | null } | null> {
  const [row] = (await readId(await database(), { id: request.id })).rows
  if (!row) return null
  if (row.digest !== digestOf(request)) throw idUsed()
  return row
}

/** Older versions bound it to no id, so it might be another row's, such as somebody else's one-time password: it isn't read any more. */
const placeOf = (id: string) => `action_ids ${id}`

/** What is kept was written together with the change, so the change was made. */
const firstUnread = () =>
  problem(
    'conflict',
    'This was already done, but we can’t read the answer we kept of it. Nothing was done now. Check what’s already there before you start again.',
    { title: 'This was already done', code: 'first_answer_unread' },
  )

const patienceMs = 1_000

/**
 * The headers of an answer to a command that was turned away before its action id was looked up. It's told as not sent only if nothing was begun
 * under that id, or waits to be: whoever was told so of one that was sent would send it under another. Where nobody knows, the answer says nothing of an outcome.
 */
export async function notSentUnlessBegun(request: Request): Promise<Record<string, string>> {
  const id = uuid.safeParse(request.headers.get('x-action-id'))
  if (!id.success) return { 'x-outcome': 'not-sent' }
  const mayBeUsed = await Promise.race([
    database().then(async (store) => (await isUsed(store, id.data)) || (await isWaitedFor(store, id.data))),
    wait(patienceMs, true, { ref: false }),
  ]).catch(() => true)
  return { 'x-action-id': id.data, ...(mayBeUsed ? {} : { 'x-outcome': 'not-sent' }) }
}

/** Whether anything was asked for under an id. */
export const isUsed = async (store: Database, id: string): Promise<boolean> => (await readId(store, { id })).rows.length > 0

const nowInSeconds = () => Math.floor(Date.now() / 1_000)
const waitingFor = (id: string) => ({ merchant: '', target: `waiting:${id}` })

/** Notes for a minute that a request under an id waits for its turn on some copy, and may yet be sent. Returns how to end that. */
export async function noteWaiting(id: string): Promise<() => Promise<void>> {
  const store = await database()
  const row = { ...waitingFor(id), action_id: id, touched: nowInSeconds() + 60 }
  await store
    .insertInto('targets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchant', 'target']).doUpdateSet({ touched: row.touched }))
    .execute()
  return async () =>
    void (await store
      .deleteFrom('targets')
      .where((is) => is.and(waitingFor(id)))
      .execute())
}

async function isWaitedFor(store: Database, id: string): Promise<boolean> {
  const found = store
    .selectFrom('targets')
    .select('touched')
    .where((is) => is.and(waitingFor(id)))
  return ((await found.executeTakeFirst())?.touched ?? 0) > nowInSeconds()
}

/** Takes the id. False where the very same was asked for before; throws `conflict` where it was anything else. */
export async function claim(tx: Transaction<Tables>, request: ActionRequest): Promise<boolean> {
  const digest = digestOf(request)
  const row = { id: request.id, digest, first: null, claimed_at: new Date().toISOString() }
  const { numAffectedRows } = await addId(tx, row)
  if (numAffectedRows === 1n) return true
  const [taken] = (await readId(tx, { id: request.id })).rows
  if (taken?.digest !== digest) throw idUsed()
  return false
}

/** The problem of an id that was used before. It doesn't say what for: that may be somebody else's. */
export const idUsed = () =>
  problem(
    'conflict',
    'This form was already sent with other details, so nothing was sent or changed now. Check what’s already there, then try again.',
    {
      title: 'This form was already sent',
      code: 'action_id_used',
    },
  )

const addId = prepared((store, row: Tables['action_ids']) =>
  store
    .insertInto('action_ids')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing()),
)
const keepFirst = prepared((store, { id, first }: { id: string; first: string }) =>
  store.updateTable('action_ids').set({ first }).where('id', '=', id),
)
const readId = prepared((store, { id }: { id: string }) =>
  store.selectFrom('action_ids').select(['digest', 'first']).where('id', '=', id),
)

/** The digest is keyed: without a key, whoever reads it could guess a request that holds nothing but an e-mail address. */
const digestOf = ({ what, accountId, merchant, content }: ActionRequest) =>
  createHmac('sha256', key())
    .update(canonical([what, accountId, merchant, content]))
    .digest('hex')

const key = () => kept('action-id-key', () => derived(env().NEXTAUTH_SECRET, 'counterfoil action ids'))
