import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import type { ApprovalState, Tables } from '@/lib/database/schema'
import { noLongerNews, notify } from '@/lib/notices/server/notify'
import type { Action } from './intent'
import { wordsOf } from './words-of'

type Tx = Transaction<Tables>
type ApprovalRow = Tables['approvals']

const describeApproval = (row: ApprovalRow) =>
  wordsOf({ ...row, request: fromOwnJson<{ body: unknown }>(row.request) }, row.asked_at)

/** Tells who may approve that a request waits, for as long as it does. */
export const notifyOfApproval = (tx: Tx, row: ApprovalRow): Promise<void> =>
  notify(
    tx,
    {
      kind: 'approval-waiting',
      of: row.id,
      merchant: row.merchant,
      words: `${describeApproval(row)} needs approval`,
      href: `/approvals?approval=${row.id}`,
      until: row.expires_at,
    },
    { right: 'approve', but: row.account_id },
  )

const decided: Record<Exclude<ApprovalState, 'waiting'>, string> = {
  approved: 'was approved',
  declined: 'was declined',
  voided: 'wasn’t sent, because something changed',
}

/** Tells whoever asked what became of their request, which is no news to the others any more. */
export async function notifyOfDecision(tx: Tx, row: ApprovalRow, state: Exclude<ApprovalState, 'waiting'>): Promise<void> {
  await noLongerNews(tx, 'approval-waiting', row.id)
  const words = `${describeApproval(row)} ${decided[state]}`
  const href = `/approvals?approval=${row.id}`
  await notify(tx, { kind: 'approval-decided', of: row.id, merchant: row.merchant, words, href }, { people: [row.account_id] })
}

/** Tells whoever sent an action that it isn't unconfirmed any more. Of an incident’s rows its own page tells. */
export async function notifyOfSettled(tx: Tx, row: Action, how: string): Promise<void> {
  if (row.incident !== null) return
  const what = wordsOf({ ...row, request: fromOwnJson<{ body: unknown }>(row.request) }, row.created_at)
  const of = `${row.action_id} ${how}`
  const words = `${what} was unconfirmed and is ${how}`
  const href = `/journal?entry=${row.action_id}`
  await notify(tx, { kind: 'settled-by-event', of, merchant: row.merchant, words, href }, { people: [row.account_id] })
}
