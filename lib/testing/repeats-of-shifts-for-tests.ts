import { randomUUID } from 'node:crypto'
import { raise } from '@/lib/alerts/server/alerts'
import { rulesOf } from '@/lib/alerts/server/rules'
import { database } from '@/lib/database/open'
import { append } from '@/lib/journal/chain'
import { entry } from '@/lib/journal/entries-for-tests'
import { allowHookHost } from '@/lib/notices/server/hook-for-tests'
import { env } from '@/lib/platform/env'
import { type Asker, type CallInput, made, newUuid, next, notes, ofEvents, type Row, unconfirmed } from './repeats-for-tests'
import { ofIncidents } from './repeats-of-incidents-for-tests'

const newView = (name: string) => ({ name, list: 'blocked', filter: {}, shared: false })

/** The id of a view of the asker's own, which is the one it was asked for under. */
async function viewOf(asker: Asker): Promise<string> {
  const id = randomUUID()
  await made('POST /api/desk/views', asker, { body: newView('First') }, id)
  return id
}

/** The id of a sheet that a colleague made, to be taken over. */
async function sheetOf(asker: Asker): Promise<string> {
  const id = newUuid()
  const row = { id, merchant: asker.merchant, items: '[]', items_hash: '', remark: '', account_id: 'colleague', person: 'Bo' }
  const values = { ...row, made_at: new Date().toISOString() }
  await (await database()).transaction().execute(async (tx) => {
    await tx.insertInto('handovers').values(values).execute()
    await append(tx, { ...entry({}), kind: 'handover-made', actionId: id, rows: [{ table: 'handovers', id, values }] })
  })
  return id
}

/** The id of an event that tells of money that went back. */
async function eventOf(merchant: string): Promise<string> {
  const id = newUuid()
  const at = new Date().toISOString()
  const event = {
    id,
    merchant,
    address_id: 'a',
    received_at: at,
    last_received_at: at,
    copies: 1,
    key: id,
    digest: 'd',
    sealed: '',
  }
  await (await database())
    .insertInto('events')
    .values({ ...event, state: 'taken', action: 'subscription_event_refund', buyer_id: newUuid() })
    .execute()
  return id
}

const newAlertRule = () => ({
  source: 'chargebacks',
  op: 'atLeast',
  threshold: next(),
  windowMinutes: 1_440,
  least: null,
  quietMinutes: 60,
  roles: ['manager'],
  on: true,
})

async function alertRuleOf(asker: Asker): Promise<CallInput> {
  const ruleId = newUuid()
  await made('POST /api/desk/alert-rules', asker, { body: newAlertRule() }, ruleId)
  return { params: { ruleId }, headers: { 'x-version': '1' } }
}

/** The id of an alert that a rule has raised. */
async function alertOf({ merchant }: Asker): Promise<string> {
  const [finding] = [
    { about: newUuid(), count: 3, newest: '', words: 'Chargebacks: 3 in the events of 24 hours', href: '/settings/events' },
  ]
  const store = await database()
  const [rule] = await rulesOf(store, merchant)
  const of = env().merchants.find(({ code }) => code === merchant)
  if (!rule || !of) throw new Error('Every account has rules')
  await store.transaction().execute((tx) => raise(tx, { rule, merchant: of, finding, now: Date.now() }))
  const row = await store.selectFrom('alerts').select('id').where('about', '=', finding.about).executeTakeFirstOrThrow()
  return row.id
}

const newToken = ({ accountId, merchant }: Asker, mark: string) => ({
  name: mark.slice(0, 40),
  accountId,
  merchants: [merchant],
  scopes: ['read'],
  days: 7,
})

/** The id of a token that the asker made. */
async function tokenOf(asker: Asker): Promise<string> {
  const name = newUuid()
  await made('POST /api/desk/agents', asker, { body: newToken(asker, name) })
  const row = await (await database()).selectFrom('agent_tokens').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return row.id
}

const newHookBody = (name: string) => {
  allowHookHost()
  return { name: name.slice(0, 60), url: 'https://hooks.example.test/a', format: 'json', kinds: ['alert'] }
}

/** The id of a hook that the asker made. Those before the last few go, for there may be only twenty. */
async function hookOf(asker: Asker): Promise<string> {
  const name = newUuid()
  const store = await database()
  const newest = store.selectFrom('hooks').select('id').orderBy('changed_at', 'desc').limit(5)
  await store.updateTable('hooks').set({ removed_at: '' }).where('id', 'not in', newest).execute()
  await made('POST /api/desk/hooks', asker, { body: newHookBody(name) })
  return (await store.selectFrom('hooks').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
}

/** A delivery to a hook of the asker's, which was given up. */
async function deliveryOf(asker: Asker): Promise<{ hookId: string; deliveryId: string }> {
  const [hookId, deliveryId] = [await hookOf(asker), newUuid()]
  const row = {
    id: deliveryId,
    hook_id: hookId,
    seq: 1,
    notice_key: 'alert 1',
    kind: 'alert',
    merchant: 'open',
    href: '/',
    words: '',
  }
  const ended = { state: 'given-up' as const, tries: 6, refused: 6, status: '400', at: new Date().toISOString(), ended_at: null }
  await (await database())
    .insertInto('hook_deliveries')
    .values({ ...row, ...ended })
    .execute()
  return { hookId, deliveryId }
}

const ofNotices: Record<string, Row> = {
  'POST /api/desk/notices/seen': { as: 'agent', anyMerchant: true, fresh: () => ({ body: { ids: [newUuid()] } }) },
  'PUT /api/desk/notices/preferences': {
    as: 'agent',
    anyMerchant: true,
    alike: true,
    fresh: () => ({ body: { alert: { desk: true, browser: false } } }),
  },
  'POST /api/desk/hooks': { as: 'admin', anyMerchant: true, fresh: (_, mark) => ({ body: newHookBody(mark) }) },
  'PUT /api/desk/hooks/{hookId}': {
    as: 'admin',
    anyMerchant: true,
    fresh: async (asker, mark) => ({ params: { hookId: await hookOf(asker) }, body: { name: mark.slice(0, 60) } }),
  },
  'DELETE /api/desk/hooks/{hookId}': {
    as: 'admin',
    anyMerchant: true,
    fresh: async (asker) => ({ params: { hookId: await hookOf(asker) } }),
  },
  'POST /api/desk/hooks/{hookId}/deliveries/{deliveryId}/again': {
    as: 'admin',
    anyMerchant: true,
    fresh: async (asker) => ({ params: await deliveryOf(asker), body: {} }),
  },
}

export const ofEventsAndShifts: Record<string, Row> = {
  ...ofEvents,
  ...ofNotices,
  'POST /api/desk/alert-rules': { as: 'manager', fresh: () => ({ body: newAlertRule() }) },
  'PUT /api/desk/alert-rules/{ruleId}': {
    as: 'manager',
    fresh: async (asker) => ({ ...(await alertRuleOf(asker)), body: newAlertRule() }),
  },
  'DELETE /api/desk/alert-rules/{ruleId}': { as: 'manager', fresh: alertRuleOf },
  'POST /api/desk/alerts/{alertId}/close': {
    as: 'manager',
    anyMerchant: true,
    fresh: async (asker) => ({ params: { alertId: await alertOf(asker) }, body: {} }),
  },
  ...ofIncidents,
  'POST /api/desk/agents': {
    as: 'admin',
    anyMerchant: true,
    fresh: (asker, mark) => ({ body: newToken(asker, mark) }),
  },
  'DELETE /api/desk/agents/{tokenId}': {
    as: 'admin',
    anyMerchant: true,
    fresh: async (asker) => ({ params: { tokenId: await tokenOf(asker) } }),
  },
  'POST /api/desk/agents/off': { as: 'agent', anyMerchant: true, alike: true, fresh: () => ({ body: {} }) },
  'POST /api/desk/agents/on': { as: 'admin', anyMerchant: true, alike: true, fresh: () => ({ body: {} }) },
  'POST /api/desk/handovers': { as: 'agent', fresh: (_, mark) => ({ body: { remark: mark } }) },
  'POST /api/desk/handovers/{handoverId}/take': {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker) => ({ params: { handoverId: await sheetOf(asker) }, body: {} }),
  },
  'POST /api/desk/lists/{list}/close': {
    as: 'finance',
    fresh: async ({ merchant }, mark) => ({
      params: { list: 'money-back' },
      body: { thing: await eventOf(merchant), reason: mark },
    }),
  },
  'PUT /api/desk/owners': {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker) => ({ body: { kind: 'unconfirmed', thing: await unconfirmed(asker), assigned: true } }),
  },
  'PUT /api/desk/promises/{promiseId}': {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker) => {
      const body = { text: 'Call back', due: new Date().toISOString().slice(0, 10) }
      const all = await made(notes, asker, { params: { buyerId: newUuid() }, body })
      const [note] = all.notes as unknown as { promise: { id: string } }[]
      return { params: { promiseId: note?.promise.id ?? '' }, body: { done: true } }
    },
  },
  'POST /api/desk/views': { as: 'agent', fresh: (_, mark) => ({ body: newView(mark) }) },
  'PUT /api/desk/views/{viewId}': {
    as: 'agent',
    fresh: async (asker, mark) => ({ params: { viewId: await viewOf(asker) }, body: { ...newView(mark), version: 1 } }),
  },
  'PUT /api/desk/views/{viewId}/pin': {
    as: 'agent',
    fresh: async (asker) => ({ params: { viewId: await viewOf(asker) }, body: { for: 'me', pinned: true } }),
  },
  'DELETE /api/desk/views/{viewId}': {
    as: 'agent',
    fresh: async (asker) => ({ params: { viewId: await viewOf(asker) } }),
  },
}
