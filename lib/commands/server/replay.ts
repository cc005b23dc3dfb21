import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { buyerHeaders } from '@/lib/calls/call'
import { fromOwnJson } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { decrypted } from '@/lib/journal/crypto'
import { buyerAddress } from '@/lib/knowledge/server/signing-buyer'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { jsonResponse } from '@/lib/platform/answers'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { finishing } from '@/lib/platform/under-way'
import type { Action } from './intent'
import type { Outcome } from './outcome'
import { keptOutcome, wasNeverSent } from './unwritten-outcomes'

/** The outcome of an action that was begun, as the answer to a command: it stands in the journal, so its id is used up. */
export function response(
  { state, status, body }: Pick<Outcome, 'state' | 'status' | 'body'>,
  headers: Record<string, string>,
): Response {
  const allHeaders = { ...headers, 'x-outcome': state, 'x-recorded': 'true' }
  if (status === 204) return new Response(null, { status, headers: { ...allHeaders, 'cache-control': 'no-store' } })
  const answer = jsonResponse(body, allHeaders, status)
  if (state !== 'done') answer.headers.set('content-type', 'application/problem+json')
  const { retryAfter } = (body ?? {}) as { retryAfter?: unknown }
  if (state !== 'done' && typeof retryAfter === 'number') answer.headers.set('retry-after', String(Math.ceil(retryAfter)))
  return answer
}

/**
 * Answers a repeat of an action id with its first outcome; while the first is under way, waits for it. An outcome that the database couldn't
 * take yet is known all the same. Nothing is sent.
 */
export async function replay(actionId: string): Promise<Response> {
  try {
    return await firstOutcome(actionId)
  } catch (cause) {
    log.error({ err: cause, actionId }, 'first_outcome_not_read')
    const unread = 'This action was begun before, and we couldn’t read how it ended. It wasn’t sent again. Try again in a moment.'
    const { problem: unconfirmed } = problem('unconfirmed', unread, { code: 'outcome_not_read', actionId })
    const headers = { 'x-action-id': actionId, 'x-replayed': 'true' }
    return response({ state: 'unconfirmed', status: unconfirmed.status, body: unconfirmed }, headers)
  }
}

async function firstOutcome(actionId: string): Promise<Response> {
  const { row: settled, kept } = await whenAnswered(actionId)
  const own = { 'x-action-id': actionId, 'x-replayed': 'true' }
  const headers = { ...own, ...(await headersOf(settled)), ...(await changedSince(settled)) }
  if (kept !== null) {
    void finishing(writeKept()) // the answer doesn't wait for it: whoever holds the database may keep it
    return response(kept, headers)
  }
  if (settled.answer === null) {
    const { problem: unconfirmed } = problem(
      'unconfirmed',
      'This action was already sent and hasn’t been answered yet. It wasn’t sent again.',
      {
        code: 'timeout',
        actionId,
      },
    )
    return response({ state: 'unconfirmed', status: unconfirmed.status, body: unconfirmed }, headers)
  }
  const { status, body } = fromOwnJson<{ status: number; body: unknown }>(settled.answer)
  return response({ state: settled.state as Outcome['state'], status, body }, headers)
}

/** Says where what was done has been changed since. Few requests need it. */
async function changedSince(action: Action): Promise<Record<string, string>> {
  const isReadable = action.sealed === '' || decrypted(action.sealed) !== null // it isn't once NEXTAUTH_SECRET has changed
  const changed = isReadable ? await (await import('./changed-after')).changedAfter(action) : 'maybe'
  return changed === 'no' ? {} : { 'x-changed-since': changed }
}

/** The headers of any answer about the buyer; none where no address of theirs is known any more. */
async function headersOf({ merchant: code, buyer_id, sealed }: Action): Promise<Record<string, string>> {
  const merchant = merchantByCode(code)
  const params: Record<string, string> = buyer_id === null ? {} : { buyerId: buyer_id }
  const typed = (decrypted(sealed)?.value as { buyerAddress?: string | null } | undefined)?.buyerAddress
  const address = await buyerAddress(merchant, params.buyerId, typed ?? null).catch(() => null)
  return address === null ? {} : buyerHeaders({ params, merchant, address })
}

async function whenAnswered(actionId: string): Promise<{ row: Action; kept: Outcome | null }> {
  const until = performance.now() + env().SERVICE_WRITE_PATIENCE_MS
  const store = await database()
  for (; ; await wait(100)) {
    const kept = keptOutcome(actionId) // first, for it's forgotten once the row has it
    const row = await store.selectFrom('actions').selectAll().where('action_id', '=', actionId).executeTakeFirstOrThrow()
    const isOpen = row.state === 'sent' || row.state === 'unconfirmed'
    if (isOpen && kept !== null) return { row, kept }
    if (row.state === 'sent' && wasNeverSent(row)) await (await import('./recover')).closeAbandoned()
    if (row.state !== 'sent' || performance.now() > until) return { row, kept: null }
  }
}

/** To be called before somebody decides by an action's row: what is known of it is written first, where the database takes it. */
export async function writtenFirst(actionId: string): Promise<void> {
  if (keptOutcome(actionId) !== null) await writeKept()
}

/** Few requests need it, and it loads the rules of all commands. */
export const writeKept = async (): Promise<void> => (await import('./recover')).writeWaiting()
