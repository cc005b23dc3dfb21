import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { oneIn } from '../plan'
import { autocharge, type Company, type Scene, subscriptionOf } from './company'

const patienceMs = 6_000

/**
 * A command whose answer was lost, and events that say it was done, whether it was or not: only what was really done is settled by them.
 * In half of the scenes it was so already, and nobody here knows: a read shows it, though the command did nothing.
 */
export const settledByEvents: Scene = async (company) => {
  const { admin, agent, buyer, random } = company
  const door = await admin.json<{ address: string }>('POST', '/api/desk/events/addresses', {
    headers: { 'x-action-id': admin.id() },
    body: {},
  })
  if (!door) return
  const subscription = subscriptionOf(company)
  const [before, actionId] = [agent.id(), agent.id()]
  const tear = (passes: boolean) =>
    agent.setting.trouble('changeAutochargeStatus', `subscription:${subscription}`, {
      name: 'torn',
      passage: { passes, instead: 'reset' },
    })
  const isSo = oneIn(random, 2)
  if (isSo) await tear(true)
  await agent.give(before, autocharge(buyer, subscription, !isSo))
  await tear(!isSo && oneIn(random, 2))
  await agent.give(actionId, autocharge(buyer, subscription, false), isSo ? { acknowledges: before } : {})
  const off = event(company, 'subscription_manual_auto_charge_off', subscription)
  const events = [
    ...[off, off, { ...off, merchant: 'southbay' }, event(company, 'subscription_user_auto_charge_off', subscription)],
    event(company, 'subscription_manual_auto_charge_off', randomUUID()),
  ]
  for (const each of events.toSorted(() => random() - 0.5)) await post(company, new URL(door.address).pathname, each)
  await untilRead(company)
}

function event({ agent, buyer }: Company, action: string, subscription: string) {
  const updatedAt = new Date(Date.now() + agent.setting.ahead()).toISOString().slice(0, 19)
  const subscriptionData = { id: subscription, updatedAt: `${updatedAt}+00:00`, autochargeStatus: false }
  return { type: 'subscription', action, merchant: 'northwind', buyer: { id: buyer.id }, subscriptionData }
}

/** The service tries again where nobody takes it; a copy that doesn't know the address yet answers 404. */
async function post({ agent }: Company, path: string, body: object): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const address = await agent.setting.dashboard()
    const sent = fetch(address + path, { method: 'POST', body: JSON.stringify(body) }).catch(() => null)
    if ((await sent)?.status === 202) return
    await wait(300)
  }
}

/** Until the buyer was read because of the events, or that took too long because a copy was ended. */
async function untilRead({ agent, buyer }: Company): Promise<void> {
  const { hand } = agent.setting
  const waiting = () =>
    Promise.all([
      hand.selectFrom('events').select('id').where('state', '=', 'received').execute(),
      hand.selectFrom('event_reads').select('why').where('buyer_id', '=', buyer.id).where('tries', '=', 0).execute(),
    ])
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(100))
    if ((await waiting()).every((rows) => rows.length === 0)) return
}
