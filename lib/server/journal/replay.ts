import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { problem } from '@/lib/problem'
import type { CommandCall } from '../admit'
import { buyerHeaders } from '../call'
import { database } from '../database/open'
import { env } from '../env'
import { jsonResponse } from '../json-response'
import type { Action } from './intent'
import type { Outcome } from './outcome'

/** An outcome as the answer to a command. */
export function response(
  { state, status, body }: Pick<Outcome, 'state' | 'status' | 'body'>,
  headers: Record<string, string>,
): Response {
  const told = { ...headers, 'x-outcome': state }
  if (status === 204) return new Response(null, { status, headers: { ...told, 'cache-control': 'no-store' } })
  const answer = jsonResponse(body, told, status)
  if (state !== 'done') answer.headers.set('content-type', 'application/problem+json')
  const { retryAfter } = (body ?? {}) as { retryAfter?: unknown }
  if (state !== 'done' && typeof retryAfter === 'number') answer.headers.set('retry-after', String(Math.ceil(retryAfter)))
  return answer
}

/** Answers a repeat of an action id with its first outcome; while the first is under way, waits for it. Nothing is sent. */
export async function replay(call: CommandCall, action: Action): Promise<Response> {
  const settled = await whenAnswered(action)
  const headers = { 'x-action-id': call.actionId, 'x-replayed': 'true', ...(await buyerHeaders(call)) }
  if (settled?.answer == null) {
    const { problem: told } = problem('unconfirmed', 'The first sending of this action has no answer yet.', {
      code: 'timeout',
      actionId: call.actionId,
    })
    return response({ state: 'unconfirmed', status: told.status, body: told }, headers)
  }
  const { status, body } = JSON.parse(settled.answer) as { status: number; body: unknown }
  return response({ state: settled.state as Outcome['state'], status, body }, headers)
}

async function whenAnswered(action: Action): Promise<Action | undefined> {
  const until = performance.now() + env().SERVICE_WRITE_PATIENCE_MS
  const store = await database()
  for (let row: Action | undefined = action; ; await wait(100)) {
    if (row?.state !== 'sent' || performance.now() > until) return row
    row = await store.selectFrom('actions').selectAll().where('action_id', '=', action.action_id).executeTakeFirst()
  }
}
