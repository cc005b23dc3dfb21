import type { Actor } from '../actor'
import { chosen, oneIn } from '../plan'
import type { Company, Scene } from './company'

type Charge = { orderId: string; chargeId: string; amount: string; provider: string | null; mid: string | null }
type RefundAnswer = { id: string; version: number; state: string }

/** A charge of the buyer's by which something was received, as the dashboard tells it. */
async function charge({ agent, buyer, random }: Company): Promise<Charge | null> {
  type Order = { orderId: string; charges: (Omit<Charge, 'orderId'> & { status: string })[] }
  const read = await agent.json<{ data: Order[] }>('GET', `/api/v3/buyers/${buyer.id}/charge/history?limit=25`)
  const received = (read?.data ?? []).flatMap(({ orderId, charges }) =>
    (charges ?? []).filter(({ status }) => status === 'settled').map((each) => ({ ...each, orderId })),
  )
  return received.length === 0 ? null : chosen(random, received)
}

/** Asks for a part of a charge back. */
function ask({ buyer }: Company, by: Actor, { orderId, chargeId }: Charge, amount: string): Promise<RefundAnswer | null> {
  const body = { buyerId: buyer.id, orderId, chargeId, amount, reason: 'Asked', ticket: null }
  return by.json('POST', '/api/desk/refunds', { body, headers: { 'x-action-id': by.id() } })
}

const decide = (by: Actor, { id, version }: RefundAnswer, approve: boolean): Promise<RefundAnswer | null> =>
  by.json('POST', `/api/desk/refunds/${id}/decide`, {
    body: { version, approve, reason: 'Looked at it' },
    headers: { 'x-action-id': by.id() },
  })

const undo = (by: Actor, { id, version }: RefundAnswer): Promise<RefundAnswer | null> =>
  by.json('POST', `/api/desk/refunds/${id}/undo`, { body: { version }, headers: { 'x-action-id': by.id() } })

/** Two people ask for all of one charge at the same moment, and one for a little more afterwards. */
export const refundTwice: Scene = async (company) => {
  const { agent, second, manager } = company
  const found = await charge(company)
  if (!found) return
  await Promise.all([agent, second].map((each) => ask(company, each, found, found.amount)))
  await ask(company, manager, found, found.amount)
}

/** Three parts of one charge, of which two are less than it and three are more. */
export const refundInParts: Scene = async (company) => {
  const { agent, second, manager } = company
  const found = await charge(company)
  if (!found) return
  const [whole = '0', places = ''] = found.amount.split('.')
  const all = BigInt(whole + places)
  const part = ((all * 2n) / 5n + 1n).toString().padStart(places.length + 1, '0')
  const amount = places === '' ? part : `${part.slice(0, -places.length)}.${part.slice(-places.length)}`
  for (const each of [agent, second, manager]) await ask(company, each, found, amount)
}

/** Two people decide on one refund at the same moment and both take it back; whoever asked for it decides nothing. */
export const decideTogether: Scene = async (company) => {
  const { agent, manager, finance, random } = company
  const found = await charge(company)
  if (!found) return
  const isOwn = oneIn(random, 2)
  const asked = await ask(company, isOwn ? manager : agent, found, found.amount)
  if (!asked) return
  if (isOwn) {
    await decide(manager, asked, true)
    return
  }
  await Promise.all([decide(finance, asked, true), decide(manager, asked, !oneIn(random, 2))])
  await Promise.all([decide(finance, asked, false), decide(manager, { ...asked, version: asked.version + 1 }, true)])
  await Promise.all([finance, manager].map((each) => undo(each, { ...asked, version: asked.version + 1 })))
}

/** Two files for one provider at the same moment while another refund of the same charge isn't decided, and what the provider made of it told twice. */
export const batchTogether: Scene = async (company) => {
  const { agent, manager, finance, random } = company
  const found = await charge(company)
  if (!found) return
  const part = found.amount.includes('.') ? '1.00' : '1'
  await ask(company, agent, found, part)
  const asked = await ask(company, agent, found, part)
  const approved = asked && (await decide(finance, asked, true))
  if (!approved) return
  const place = { merchant: 'northwind', provider: found.provider, mid: found.mid }
  await Promise.all([finance, manager].map((each) => batch(each, place)))
  await batch(finance, place)
  const ended = { version: approved.version + 1, ...(oneIn(random, 2) ? { outcome: 'done', reference: 'R-1' } : failed) }
  await Promise.all([finance, manager].map((each) => end(each, approved.id, ended)))
}

const failed = { outcome: 'failed', reason: 'The provider has none' }

const batch = (by: Actor, body: Record<string, unknown>) =>
  by.ask('POST', '/api/desk/refunds/batches', { body, headers: { 'x-action-id': by.id() } })

const end = (by: Actor, id: string, body: Record<string, unknown>) =>
  by.ask('POST', `/api/desk/refunds/${id}/end`, { body, headers: { 'x-action-id': by.id() } })
