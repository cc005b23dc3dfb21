import { randomUUID } from 'node:crypto'
import { approvalRow } from '@/lib/commands/server/approvals'
import { nothingOpen } from '@/lib/commands/server/commands-for-tests'
import { closeApproval } from '@/lib/commands/server/spend-approval'
import { replyVariables } from '@/lib/core/reply-variables'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { append } from '@/lib/journal/chain'
import { changeAction } from '@/lib/journal/entries-for-tests'
import { asWritten } from '@/lib/journal/row-digests'
import { letterheadOf } from '@/lib/people/server/letterhead'
import { insertPerson } from '@/lib/people/server/person-accounts'
import { startSession } from '@/lib/people/server/sessions'
import { replyLocales } from '@/lib/replies/languages'
import { ids } from '@/standin/seed/stories'
import { cookieOf, type Dashboard } from './dashboard'
import { routes } from './routes'

/** What is asked beside the id: something new each time, with `mark` wherever a text goes. */
export type CallInput = { params?: Record<string, string>; body?: Record<string, unknown>; headers?: Record<string, string> }

/** Who asks, in which merchant account. */
export type Asker = { dashboard: Dashboard; role: Role; accountId: string; cookie: string; merchant: string }

export type Row = {
  as: Role
  fresh: (asker: Asker, mark: string) => CallInput | Promise<CallInput>
  /** Where the id is given in the body. */
  inBody?: true
  /** It is about no merchant account, or about that of the thing it names. */
  anyMerchant?: true
  /** There is only one thing to ask for. */
  alike?: true
  /** It makes a file, which is kept nowhere: the same again makes it anew. */
  file?: true
}

const handlers = await routes()

/** Asks at an address, named as in the tables, under an id. */
export function askAt(
  name: string,
  { dashboard, role, cookie, merchant }: Asker,
  given: CallInput,
  id: string,
): Promise<Response> {
  const [method = '', path = ''] = name.split(/,? /)
  const route = handlers.find((each) => each.method === method && each.path === path)
  if (!route) throw new Error(`There is no ${name}`)
  const { params = {}, body, headers } = given
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')
  const more = { cookie, 'x-merchant': merchant, 'x-action-id': id, ...headers }
  return dashboard.call(route.handler, method, filled, { as: role, params, headers: more, ...(body && { body }) })
}

export const made = async (name: string, asker: Asker, given: CallInput, id = randomUUID()): Promise<Record<string, string>> => {
  const answer = await askAt(name, asker, given, id)
  if (answer.status >= 400) throw new Error(`${name}: ${await answer.text()}`)
  return answer.status === 204 ? {} : answer.json()
}

const { buyer, subscription } = ids.longHistory
const { order, settledCharge } = ids.cascade
export const received = { buyerId: ids.cascade.buyer, orderId: order, chargeId: settledCharge }
/** The id of what is made of a body. */
export const madeId = async (name: string, asker: Asker, body: Record<string, unknown>) =>
  (await made(name, asker, { body })).id ?? ''

export const ofSubscription = { buyerId: buyer, subscriptionId: subscription }
export const subscriptionPath = '/api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}'
export const autocharge = `POST ${subscriptionPath}/change_autocharge_status`
export const endDate = `POST ${subscriptionPath}/change_expiration_date`
export const newUuid = () => randomUUID()
export const ofNewThing = () => ({ buyerId: newUuid(), subscriptionId: newUuid() })
const colleague = async (asker: Asker, role: Role): Promise<Asker> => ({
  ...asker,
  role,
  ...(await asker.dashboard.account(role)),
})

/** An action of one's own that has not been settled. */
export async function unconfirmed(asker: Asker): Promise<string> {
  const actionId = randomUUID()
  await askAt(autocharge, asker, { params: ofNewThing(), body: { autochargeStatus: true } }, actionId)
  await changeAction(await database(), actionId, { state: 'unconfirmed' })
  return actionId
}

export async function done(asker: Asker): Promise<string> {
  const actionId = randomUUID()
  await askAt('GET /api/v2/buyers/{buyerId}/subscriptions', asker, { params: { buyerId: buyer } }, actionId) // for the end date before
  const store = await database()
  await nothingOpen(store)
  await made(endDate, asker, { params: ofSubscription, body: later('Goodwill') }, actionId)
  return actionId
}

let number = 0
/** A whole number that none was before. */
export const next = () => ++number
export const later = (reason: string) => {
  return { reason, expirationDate: new Date(Date.UTC(2099, 0, next())).toISOString().slice(0, 10) }
}

export const refundOf = async (asker: Asker): Promise<string> => {
  const agent = await colleague(asker, 'agent')
  const body = { ...received, amount: '0.01', reason: 'Twice', ticket: null }
  return (await made('POST /api/desk/refunds', agent, { body })).id ?? ''
}

export async function approvedRefund(asker: Asker): Promise<string> {
  const refundId = await refundOf(asker)
  await made('POST /api/desk/refunds/{refundId}/decide', asker, { params: { refundId }, body: decision('Twice') })
  return refundId
}

/** Gives a refund another merchant id of its provider, as if its charge had it, so that its file is one of its own. Answers the provider. */
export async function ofAnotherPlace(refundId: string, mid: string): Promise<string | null> {
  return (await database()).transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('refunds')
      .set({ mid })
      .where('id', '=', refundId)
      .returning(['provider', 'merchant', 'person', 'account_id'])
      .executeTakeFirstOrThrow()
    const { provider, merchant, person, account_id: accountId } = row
    const about = { merchant, person, accountId, actionId: refundId, operation: null, buyerId: null, ticket: null }
    await append(tx, { ...about, kind: 'refund', detail: {}, rows: await asWritten(tx, ['refunds', refundId]) })
    return provider
  })
}

export const decision = (reason: string) => ({ version: 1, approve: true, reason })

export async function decided(asker: Asker, decision: { approve: boolean; note: string }): Promise<CallInput> {
  const agent = await colleague(asker, 'agent')
  const body = { operation: 'changeAutochargeStatus', params: ofNewThing(), body: { autochargeStatus: true }, ticket: null }
  const { id = '' } = await made('POST /api/desk/approvals', agent, { body: { ...body, actionId: randomUUID() } })
  const { effectHash } = await made('GET /api/desk/approvals/{approvalId}', asker, { params: { approvalId: id } })
  return { params: { approvalId: id }, body: { ...decision, effectHash } }
}

/** A request that was closed without a decision, as one whose time has passed. */
export async function lapsed(asker: Asker): Promise<CallInput> {
  const body = { operation: 'changeAutochargeStatus', params: ofNewThing(), body: { autochargeStatus: true }, ticket: null }
  const { id = '' } = await made('POST /api/desk/approvals', asker, { body: { ...body, actionId: randomUUID() } })
  const row = await approvalRow(id)
  const by = { accountId: asker.accountId, sessionId: '', email: '', name: 'Somebody', role: 'manager' as const }
  await (await database()).transaction().execute((tx) => closeApproval(tx, row, 'voided', { by, note: null }))
  return { params: { approvalId: id }, body: {} }
}

export async function newPersonId(role: Role = 'agent'): Promise<string> {
  const given = { email: `${randomUUID()}@desk.example.test`, name: `The ${role}`, role, password_hash: '' }
  const added = await insertPerson(await database(), given)
  if (added === null) throw new Error('The e-mail is taken')
  return added.id
}

/** The one that is there is what was shown. */
export async function newLetterhead({ merchant }: Asker, mark: string): Promise<CallInput> {
  const { changedAt } = await letterheadOf({ code: merchant, name: '' })
  return { body: { name: mark, address: [], taxNumber: '', contact: '', changedAt } }
}

export const newRule = () => ({ operation: 'createInitialOrder', condition: 'discountOver', threshold: 1_000 + next() })
export const tokenOf = (): CallInput => ({ params: { buyerId: newUuid() }, body: { chargeMethodTokenId: 1_000 + next() } })
export const notes = 'POST /api/desk/buyers/{buyerId}/notes'
export const guides = 'POST /api/desk/guides'
export const guideOf = (asker: Asker) => madeId(guides, asker, { playbook: 'refund', buyerId: newUuid(), ticket: null })
export const quote = (words: string) => ({
  buyerId: ids.cascade.buyer,
  words,
  validUntil: new Date(Date.now() + 86_400_000).toISOString(),
  request: {
    isMobile: false,
    currency: 'EUR',
    bundles: [{ bundleHashKey: 'b-1', products: [{ productHashKey: 'p-1', actionName: 'purchase', productCode: 'NWPLUS1' }] }],
  },
})
export const ofQuote: Row = {
  as: 'manager',
  anyMerchant: true,
  fresh: async (asker, mark) => ({ params: { quoteId: await madeId('POST /api/desk/quotes', asker, quote(mark)) }, body: {} }),
}
export const newOrder = {
  isMobile: false,
  currency: 'EUR',
  returnUrl: 'https://shop.example.test/thanks',
  products: [{ productCode: 'NWPLUS1' }],
}

/** Somebody of a role who is not the one that `desk.account` knows. */
export async function somebodyElse(role: Role): Promise<{ accountId: string; cookie: string }> {
  const accountId = await newPersonId(role)
  return { accountId, cookie: await cookieOf(await startSession(await database(), accountId)) }
}

/** A sentence that needs nothing, in a language: each time another, for two saved over each other are a conflict. */
export function newReplyText(_: Asker, mark: string): CallInput {
  const plain = Object.entries(replyVariables).flatMap(([key, names]) => (names.length === 0 ? [key] : []))
  const count = next()
  const language = Object.keys(replyLocales)[Math.floor(count / plain.length) % 5]
  return { params: { key: plain[count % plain.length] ?? '' }, body: { language, text: mark, version: 0 } }
}

const eventAddresses = 'POST /api/desk/events/addresses'

/** Two are the most that an account may have. */
async function anotherAddress(): Promise<CallInput> {
  await (await database()).deleteFrom('event_addresses').execute()
  return { body: {} }
}

async function madeAddress(asker: Asker): Promise<CallInput> {
  await anotherAddress()
  return { params: { addressId: await madeId(eventAddresses, asker, {}) } }
}

export const ofEvents: Record<string, Row> = {
  [eventAddresses]: { as: 'admin', alike: true, fresh: anotherAddress },
  'DELETE /api/desk/events/addresses/{addressId}': { as: 'admin', fresh: madeAddress },
  'POST /api/desk/events/replay': {
    as: 'admin',
    fresh: () => ({ body: { from: `2026-01-${10 + (next() % 10)}`, to: '2026-01-28' } }),
  },
  'PUT /api/desk/events/settings': { as: 'admin', fresh: () => ({ body: { from: [`198.51.100.${next()}`], settles: 'read' } }) },
}
