import 'server-only'
import { openAlerts } from '@/lib/alerts/server/alerts'
import { namesFor } from '@/lib/commands/server/names-for'
import { wordsOf } from '@/lib/commands/server/words-of'
import { dayMs, formatDay } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { formatAmount } from '@/lib/core/money'
import { may } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import { openIncidents } from '@/lib/incidents/server/open-incidents'
import { dueIn } from '@/lib/notes/server/promises'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { answersOf, playbookLabels } from '@/lib/playbooks/guide'
import { hasAnswers, withSteps } from '@/lib/playbooks/server/guides'
import { type HandoverItem, type HandoverItemNow, type HandoverKind, maxOfKind } from '../handover'
import { statesOf } from './handover-states'

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
    .where('proposed_by', 'is', null) // what a machine proposes is over with the shift
    .$if(own !== null, (query) => query.where('account_id', '=', own ?? ''))
    .orderBy('asked_at')
    .limit(maxOfKind)
    .execute()
  return [
    ...actions.map(({ action_id, created_at, ...row }) => commandItem('unconfirmed', { ...row, id: action_id, at: created_at })),
    ...waiting.map(({ asked_at, ...row }) => commandItem('approval', { ...row, at: asked_at })),
    ...(await refundItems(store, own, merchant)),
    ...(await guideItems(store, person, own, merchant)),
    ...(await promiseItems(store, own, merchant)),
    ...(await noteItems(store, own, merchant)),
    ...(await incidentItems(store, own, merchant)),
    ...(may(person.role, 'alertRules') ? await alertItems(store, person, merchant) : []),
    // Whoever sees their own things alone can do nothing about events.
    ...(own === null ? await gapItems(store, merchant) : []),
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

async function guideItems(store: Database, person: Person, own: string | null, merchant: string): Promise<HandoverItem[]> {
  const rows = await store
    .selectFrom('guides')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('ended_at', 'is', null)
    .where(hasAnswers)
    .$if(own !== null, (query) => query.where('account_id', '=', own ?? ''))
    .orderBy('started_at')
    .limit(maxOfKind)
    .execute()
  const guides = await withSteps(store, person, rows)
  return guides.flatMap(({ id, playbook, person, startedAt, ticket, steps }, place): HandoverItem[] => {
    if (answersOf(steps).length === 0) return []
    const words = playbookLabels[playbook]?.title ?? playbook
    return [{ kind: 'guide', id, words, person, at: startedAt, buyerId: rows[place]?.buyer_id ?? null, ticket }]
  })
}

async function promiseItems(store: Database, own: string | null, merchant: string): Promise<HandoverItem[]> {
  const account = env().merchants.find(({ code }) => code === merchant)
  const rows = account ? await dueIn(store, account, own) : []
  return rows.map(({ id, person, due_on, made_at, buyer_id }) => {
    const words = `Promised for ${formatDay(due_on)}`
    return { kind: 'promise', id, words, person, at: made_at, buyerId: buyer_id, ticket: null }
  })
}

/** What somebody wrote for the next shift in the last day. What a note says isn't on the sheet. */
async function noteItems(store: Database, own: string | null, merchant: string): Promise<HandoverItem[]> {
  const rows = await store
    .selectFrom('notes')
    .innerJoin('accounts', 'accounts.id', 'notes.account_id')
    .select(['notes.id', 'notes.buyer_id', 'notes.ticket', 'notes.created_at', 'accounts.name'])
    .where('notes.merchant', '=', merchant)
    .where('notes.for_shift', '=', 1)
    .where('notes.created_at', '>', dayAgo())
    .$if(own !== null, (query) => query.where('notes.account_id', '=', own ?? ''))
    .orderBy('notes.created_at')
    .limit(maxOfKind)
    .execute()
  return rows.map(({ id, buyer_id, ticket, created_at, name }) => ({
    kind: 'note',
    id,
    words: 'Note for the next shift',
    person: name,
    at: created_at,
    buyerId: buyer_id,
    ticket,
  }))
}

const dayAgo = () => new Date(Date.now() - dayMs).toISOString()

async function incidentItems(store: Database, own: string | null, merchant: string): Promise<HandoverItem[]> {
  const open = await openIncidents(store, merchant, own, maxOfKind)
  return open.map((incident) => ({ kind: 'incident', ...incident, buyerId: null }))
}

async function alertItems(store: Database, person: Person, merchant: string): Promise<HandoverItem[]> {
  const open = await openAlerts(store, person, merchant)
  return open.map(({ id, words, raisedAt }) => ({
    kind: 'alert',
    id,
    words,
    person: '',
    at: raisedAt,
    buyerId: null,
    ticket: null,
  }))
}

const gapLabels = { quiet: 'No events for longer than usual', expected: 'Events of our own actions don’t come' }

/** When events stayed away, in the last day or still. */
async function gapItems(store: Database, merchant: string): Promise<HandoverItem[]> {
  const rows = await store
    .selectFrom('event_gaps')
    .selectAll()
    .where('merchant', '=', merchant)
    .where((is) => is.or([is('to_at', 'is', null), is('to_at', '>', dayAgo())]))
    .orderBy('from_at')
    .limit(maxOfKind)
    .execute()
  return rows.map(({ id, kind, from_at }) => {
    const words = gapLabels[kind]
    return { kind: 'gap', id, words, person: '', at: from_at, buyerId: null, ticket: null }
  })
}

/** What has become of each since, and whom it is about. */
export async function itemsNow(
  store: Database,
  person: Person,
  merchant: string,
  items: readonly HandoverItem[],
): Promise<HandoverItemNow[]> {
  const states = await statesOf(store, person, items)
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

function hrefOf({ kind, id, buyerId, ticket }: HandoverItem): string {
  const given = new URLSearchParams(ticket === null ? { guide: id } : { ticket, guide: id })
  const hrefs: Record<HandoverKind, string> = {
    unconfirmed: `/journal?entry=${id}`,
    approval: '/approvals',
    refund: `/refunds?state=all&refund=${id}`,
    guide: `/buyers/${buyerId}?${given}`,
    promise: `/buyers/${buyerId}#notes`,
    note: `/buyers/${buyerId}#notes`,
    incident: `/incidents/${id}`,
    alert: '/settings/alerts',
    gap: '/settings/events',
  }
  return hrefs[kind]
}
