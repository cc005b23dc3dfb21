import 'server-only'
import { namesFor } from '@/lib/commands/server/names-for'
import { hereLately, ownersOfActions } from '@/lib/commands/server/owners'
import { wordsOf } from '@/lib/commands/server/words-of'
import { fromOwnJson } from '@/lib/core/json'
import { formatAmount } from '@/lib/core/money'
import { may } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import type { Person } from '@/lib/people/server/sessions'
import { answersOf, playbookWords } from '@/lib/playbooks/guide'
import { withSteps } from '@/lib/playbooks/server/guides'
import type { HandoverItem, HandoverItemNow, HandoverKind } from '../handover'

/** More of a kind than this isn't put on a sheet. */
const maxOfKind = 200

/** What isn't ended in a merchant account: of everybody, or the person's own where they may not read the whole journal. */
export async function openItems(store: Database, person: Person, merchant: string): Promise<HandoverItem[]> {
  const own = may(person.role, 'wholeJournal') ? null : person.accountId
  const actions = await openActions(store)
    .select(['action_id', 'operation', 'merchant', 'request', 'person', 'created_at', 'buyer_id', 'ticket'])
    .where('merchant', '=', merchant)
    .$if(own !== null, (query) => query.where('account_id', '=', own ?? ''))
    .orderBy('created_at')
    .limit(maxOfKind)
    .execute()
  const waiting = await store
    .selectFrom('approvals')
    .select(['id', 'operation', 'merchant', 'request', 'person', 'asked_at', 'buyer_id', 'ticket'])
    .where('merchant', '=', merchant)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', new Date().toISOString())
    .$if(own !== null, (query) => query.where('account_id', '=', own ?? ''))
    .orderBy('asked_at')
    .limit(maxOfKind)
    .execute()
  return [
    ...actions.map(({ action_id, created_at, ...row }) => commandItem('unconfirmed', { ...row, id: action_id, at: created_at })),
    ...waiting.map(({ asked_at, ...row }) => commandItem('approval', { ...row, at: asked_at })),
    ...(await refundItems(store, own, merchant)),
    ...(await guideItems(store, person, own, merchant)),
  ]
}

/** Actions that nobody has settled, and those that a late answer contradicts. */
export const openActions = (store: Database) =>
  store
    .selectFrom('actions')
    .where((is) =>
      is.or([is.and([is('state', '=', 'unconfirmed'), is('settled_as', 'is', null)]), is('contradicted_at', 'is not', null)]),
    )

type CommandRow = {
  id: string
  operation: string
  merchant: string
  request: string
  person: string
  at: string
  buyer_id: string | null
  ticket: string | null
}

function commandItem(
  kind: HandoverKind,
  { id, operation, merchant, request, person, at, buyer_id, ticket }: CommandRow,
): HandoverItem {
  const words = wordsOf({ operation, merchant, request: fromOwnJson<{ body: unknown }>(request) }, at)
  return { kind, id, words, person, at, buyerId: buyer_id, ticket }
}

async function refundItems(store: Database, own: string | null, merchant: string): Promise<HandoverItem[]> {
  const rows = await store
    .selectFrom('refunds')
    .select(['id', 'amount', 'currency', 'person', 'waiting_since', 'buyer_id', 'ticket'])
    .where('merchant', '=', merchant)
    .where('state', '=', 'waiting')
    .$if(own !== null, (query) => query.where('account_id', '=', own ?? ''))
    .orderBy('waiting_since')
    .limit(maxOfKind)
    .execute()
  return rows.map(({ id, amount, currency, person, waiting_since, buyer_id, ticket }) => {
    const words = `Refund of ${formatAmount(amount)} ${currency}`
    return { kind: 'refund', id, words, person, at: waiting_since, buyerId: buyer_id, ticket }
  })
}

/** Whoever opened the steps and answered nothing only looked. */
async function guideItems(store: Database, person: Person, own: string | null, merchant: string): Promise<HandoverItem[]> {
  const rows = await store
    .selectFrom('guides')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('ended_at', 'is', null)
    .$if(own !== null, (query) => query.where('account_id', '=', own ?? ''))
    .orderBy('started_at')
    .limit(maxOfKind)
    .execute()
  const guides = await withSteps(store, person, rows)
  return guides.flatMap(({ id, playbook, person, startedAt, ticket, steps }, place): HandoverItem[] => {
    if (answersOf(steps).length === 0) return []
    const words = playbookWords[playbook]?.title ?? playbook
    return [{ kind: 'guide', id, words, person, at: startedAt, buyerId: rows[place]?.buyer_id ?? null, ticket }]
  })
}

/** What has become of each since, and whom it is about. */
export async function itemsNow(
  store: Database,
  person: Person,
  merchant: string,
  items: readonly HandoverItem[],
): Promise<HandoverItemNow[]> {
  const states: States = new Map()
  const idsOf = (kind: HandoverKind) => items.flatMap((item) => (item.kind === kind ? [item.id] : []))
  await Promise.all([
    actionStates(store, person, idsOf('unconfirmed'), states),
    otherStates(store, 'approvals', idsOf('approval'), states),
    otherStates(store, 'refunds', idsOf('refund'), states),
    guideStates(store, idsOf('guide'), states),
  ])
  const named = await namesFor(
    store,
    items.map(({ buyerId }) => ({ merchant, buyer_id: buyerId })),
  )
  return items.map((item) => ({
    ...item,
    owner: null,
    ...(states.get(item.id) ?? { now: 'gone', isOpen: false }),
    buyer: named({ merchant, buyer_id: item.buyerId }).buyer,
    href: hrefOf(item),
  }))
}

type States = Map<string, Pick<HandoverItemNow, 'now' | 'isOpen'> & Partial<Pick<HandoverItemNow, 'owner'>>>

async function actionStates(store: Database, person: Person, ids: readonly string[], states: States): Promise<void> {
  if (ids.length === 0) return
  const rows = await store
    .selectFrom('actions')
    .select(['action_id', 'merchant', 'account_id', 'person', 'state', 'settled_as', 'contradicted_at'])
    .where('action_id', 'in', ids)
    .execute()
  const owners = await ownersOfActions(store, person, rows)
  const here = await hereLately(
    store,
    rows.map(({ account_id }) => account_id),
  )
  for (const { action_id, account_id, person: sender, state, settled_as, contradicted_at } of rows) {
    const isOpen = (state === 'unconfirmed' && settled_as === null) || contradicted_at !== null
    const byDefault = here.has(account_id) ? { person: sender, mine: account_id === person.accountId } : null
    const { person: name, mine } = owners.get(action_id) ?? { person: '', mine: false }
    const owner = name === '' ? byDefault : { person: name, mine }
    const settled = settled_as === null ? state : settled_as === 'happened' ? 'settled as applied' : 'settled as not applied'
    states.set(action_id, { now: isOpen ? 'still unconfirmed' : settled, isOpen, owner: isOpen ? owner : null })
  }
}

async function otherStates(
  store: Database,
  table: 'approvals' | 'refunds',
  ids: readonly string[],
  states: States,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await store
    .selectFrom(table as 'refunds') // each has these columns
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute()
  for (const { id, state } of rows)
    states.set(id, { now: state === 'waiting' ? 'still waiting' : state, isOpen: state === 'waiting' })
}

async function guideStates(store: Database, ids: readonly string[], states: States): Promise<void> {
  if (ids.length === 0) return
  const rows = await store.selectFrom('guides').select(['id', 'ended_at']).where('id', 'in', ids).execute()
  for (const { id, ended_at } of rows)
    states.set(id, { now: ended_at === null ? 'still open' : 'ended', isOpen: ended_at === null })
}

function hrefOf({ kind, id, buyerId, ticket }: HandoverItem): string {
  const given = new URLSearchParams(ticket === null ? { guide: id } : { ticket, guide: id })
  const hrefs: Record<HandoverKind, string> = {
    unconfirmed: `/journal?entry=${id}`,
    approval: '/approvals',
    refund: `/refunds?state=all&refund=${id}`,
    guide: `/buyers/${buyerId}?${given}`,
  }
  return hrefs[kind]
}
