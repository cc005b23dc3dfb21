import 'server-only'
import type { Transaction } from 'kysely'
import { masked } from '@/lib/masking'
import type { createBuyer } from '@/lib/operations'
import { differences } from '@/lib/operations/effects'
import type { Difference, Effect } from '@/lib/operations/effects/effect'
import type { AnswerOf, Operation } from '@/lib/operations/operation'
import { database } from '../database/open'
import { prepared } from '../database/prepared'
import type { ActionState, Tables } from '../database/schema'
import { remember } from '../knowledge/remember'
import { canonical } from './canonical'
import { append } from './chain'
import { type Action, entryOf } from './intent'

/** How a command ended: its state, what the person is answered (masked), and, where it was done, the service's answer in clear. */
export type Outcome = {
  state: Exclude<ActionState, 'sent'>
  status: number
  body: unknown
  code: string | null
  answer?: unknown
}

/** Writes outcome, facts and the journal's entry in one transaction. An outcome that was told as unconfirmed before is a late one. */
export async function settle(action: Action, operation: Operation, sentBody: unknown, outcome: Outcome): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const before = await claim(tx, action.action_id, outcome)
    if (before === null) return
    const buyerId = action.buyer_id ?? createdBuyer(operation, outcome)
    if (outcome.state === 'done' && buyerId !== null) {
      const about = { operation, merchant: action.merchant, buyerId, person: action.person, body: sentBody }
      await remember(about, outcome.answer, tx)
    }
    const unforeseen = await noteDifferences(tx, action, outcome)
    const kind = before === 'unconfirmed' ? 'late-outcome' : 'outcome'
    await append(
      tx,
      entryOf(action, kind, {
        state: outcome.state,
        status: outcome.status,
        code: outcome.code,
        answer: outcome.body ?? null,
        differences: unforeseen,
      }),
    )
  })
}

const createdBuyer = ({ name }: Operation, { state, answer }: Outcome): string | null =>
  name === 'createBuyer' && state === 'done' ? ((answer as AnswerOf<typeof createBuyer> | undefined)?.data.id ?? null) : null

/** The state before, or null where the outcome stands already: a final one is never written over. */
async function claim(tx: Transaction<Tables>, actionId: string, { state, status, body }: Outcome): Promise<ActionState | null> {
  const open: ActionState[] = state === 'unconfirmed' ? ['sent'] : ['sent', 'unconfirmed']
  const to = { actionId, state, answer: JSON.stringify({ status, body: body ?? null }), answered_at: new Date().toISOString() }
  for (const before of open) {
    // The first statement writes, so that two settlers wait for each other.
    const { numAffectedRows } = await moveOn(tx, { ...to, before })
    if (numAffectedRows === 1n) return before
  }
  return null
}

type Step = { actionId: string; before: ActionState; state: ActionState; answer: string; answered_at: string }

const moveOn = prepared((store, { actionId, before, ...to }: Step) =>
  store.updateTable('actions').set(to).where('action_id', '=', actionId).where('state', '=', before),
)

/** Where the answer is not as foretold, the action says so. */
async function noteDifferences(tx: Transaction<Tables>, action: Action, { state, answer }: Outcome): Promise<Difference[]> {
  const seen = (answer as { data?: Record<string, unknown> } | undefined)?.data
  if (state !== 'done' || seen === undefined) return []
  const effect = JSON.parse(action.effect) as Effect
  const found = masked(differences(effect, seen))
  if (found.length > 0)
    await tx
      .updateTable('actions')
      .set({ effect: canonical({ ...effect, differences: found }) })
      .where('action_id', '=', action.action_id)
      .execute()
  return found
}
