import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { maskTyped } from '@/lib/core/masking'
import { type DashboardRight, may, type Role } from '@/lib/core/roles'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { waitForTurn } from '@/lib/journal/chain'
import { mayUse } from '@/lib/people/server/merchant-rights'
import { isAdmitted } from '@/lib/people/server/person'
import { shownEmail } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { countNotices } from '@/lib/platform/metrics'
import type { NoticeKind } from '../notice'

type Tx = Transaction<Tables>

/** What people are notified of. Neither the words nor the address may name a buyer, an amount or a colleague: hooks carry both out of the house. */
export type NewNotice = {
  kind: NoticeKind
  /** The id of what it tells of. The same kind of news of it is told once. */
  of: string
  merchant: string
  words: string
  /** For hooks, where the words speak to the person. */
  wordsInHooks?: string
  href: string
  /** From then on it's no news any more. */
  until?: string | null
}

/** Who is notified: certain people, or everybody with a right or a role. Nobody is who can't sign in or use the merchant account. */
export type Recipients = { people: readonly string[] } | { right: DashboardRight; but?: string } | { roles: readonly Role[] }

const maxWords = 300
const rowsAtOnce = 500

/**
 * Notifies people, and the hooks that want this kind, in the transaction of what happened: there is a notice of whatever is committed, and of nothing else.
 * Called after the journal's entry, since hooks are waited for after the journal.
 */
export async function notify(tx: Tx, news: NewNotice, to: Recipients): Promise<void> {
  const merchant = env().merchants.find(({ code }) => code === news.merchant)
  const at = new Date().toISOString()
  const plain = (text: string) => maskTyped(text).slice(0, maxWords)
  const words = plain(news.words)
  const notice = { kind: news.kind, merchant: news.merchant, notice_key: keyOf(news.kind, news.of), href: news.href, words, at }
  const { rows: accounts } = await accountRows(tx, {})
  const recipients = accounts.filter(
    (account) => isMeant(to, account) && isAdmitted(account) && (merchant === undefined || mayUse(account, merchant)),
  )
  const rows = recipients.map(({ id }) => ({
    id: randomUUID(),
    account_id: id,
    ...notice,
    until: news.until ?? null,
    seen_at: null,
  }))
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insertInto('notices')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['account_id', 'notice_key']).doNothing())
      .execute()
  countNotices(news.kind, rows.length)
  await queueForHooks(tx, { ...notice, words: plain(news.wordsInHooks ?? news.words) })
}

const keyOf = (kind: NoticeKind, of: string) => `${kind} ${of}`

/** What was news of a thing is none any more, such as an approval that somebody has decided. */
export async function noLongerNews(tx: Tx, kind: NoticeKind, of: string): Promise<void> {
  await seeAll(tx, { key: keyOf(kind, of), at: new Date().toISOString() })
}

const seeAll = prepared((store, { key, at }: { key: string; at: string }) =>
  store.updateTable('notices').set({ seen_at: at }).where('notice_key', '=', key).where('seen_at', 'is', null),
)

type Account = { id: string; role: Role }

function isMeant(to: Recipients, { id, role }: Account): boolean {
  if ('people' in to) return to.people.includes(id)
  if ('roles' in to) return to.roles.includes(role)
  return may(role, to.right) && id !== to.but
}

const accountRows = prepared((store) =>
  store.selectFrom('accounts').select(['id', 'role', 'issuer', shownEmail]).where('disabled_at', 'is', null),
)

const hooksOn = prepared((store) =>
  store
    .selectFrom('hooks')
    .select(['id', 'kinds', 'merchants'])
    .where('is_on', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('id'),
)

type ForHooks = Pick<Tables['hook_deliveries'], 'kind' | 'merchant' | 'notice_key' | 'href' | 'words' | 'at'>

/** A number for each hook, taken in the order in which transactions are committed, is the order of delivery. */
async function queueForHooks(tx: Tx, notice: ForHooks): Promise<void> {
  const { rows } = await hooksOn(tx, {})
  const meant = rows.filter(
    ({ kinds, merchants }) =>
      kinds.split(' ').includes(notice.kind) && (merchants === null || merchants.split(' ').includes(notice.merchant)),
  )
  if (meant.length === 0) return
  await waitForTurn(tx) // two locks are always taken in this order
  for (const { id: hook_id } of meant) {
    const { last_seq: seq } = await tx
      .updateTable('hook_progress')
      .set(({ eb }) => ({ last_seq: eb('last_seq', '+', 1) }))
      .where('hook_id', '=', hook_id)
      .returning('last_seq')
      .executeTakeFirstOrThrow()
    const row = {
      id: randomUUID(),
      hook_id,
      seq,
      ...notice,
      state: 'waiting' as const,
      tries: 0,
      refused: 0,
      status: null,
      ended_at: null,
    }
    await tx
      .insertInto('hook_deliveries')
      .values(row)
      .onConflict((conflict) => conflict.columns(['hook_id', 'notice_key']).doNothing())
      .execute()
  }
  const { putSoon } = await import('@/lib/jobs/put-soon') // where there are no hooks, a command doesn't load the queue
  await putSoon(tx, 'hooks')
}
