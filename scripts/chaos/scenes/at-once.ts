import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '../actor'
import { chosen, oneIn } from '../plan'
import {
  autocharge,
  type Company,
  day,
  endDate,
  order,
  readAnew,
  type Scene,
  subscriptionOf,
  subscriptionsOf,
  switchToken,
} from './company'

/** A command whose answer is torn off on its way back, or which never arrived: an action that is unconfirmed. */
async function unconfirmed({ agent, buyer, random }: Company): Promise<string> {
  const actionId = agent.id()
  const subscription = chosen(random, buyer.subscriptions)
  const [token] = buyer.tokens
  const [operation, target, command] = chosen(random, [
    ['disableToken', `token:${token}`, switchToken(buyer, token, 'disable')],
    ['enableToken', `token:${token}`, switchToken(buyer, token, 'enable')],
    ['changeAutochargeStatus', `subscription:${subscription}`, autocharge(buyer, subscription, oneIn(random, 2))],
    ['changeExpirationDate', `subscription:${subscription}`, endDate(buyer, subscription, day(90), 'Goodwill')],
    ['createInitialOrder', '*', order(actionId)],
  ] as const)
  // What isn't known before can't be known wrongly afterwards.
  for (const path of [`v3/buyers/${buyer.id}/tokens`, `v2/buyers/${buyer.id}/subscriptions`])
    await agent.ask('GET', `/api/${path}`)
  await agent.setting.trouble(operation, target, { name: 'torn', passage: { passes: oneIn(random, 2), instead: 'reset' } })
  await agent.give(actionId, command)
  return actionId
}

/** Two or three people press “Send again” on one action at the same moment. */
export const sendAgainTogether: Scene = async (company) => {
  const { agent, second, manager, random } = company
  const of = await unconfirmed(company)
  const pressing = oneIn(random, 2) ? [second, manager] : [agent, second, manager]
  await Promise.all(pressing.map((each) => each.goOn('send-again', of)))
  if (oneIn(random, 2)) await agent.goOn('send-again', of)
}

/** Something newer has been done since: what is unconfirmed is neither sent again nor undone. */
export const sendAgainTooLate: Scene = async (company) => {
  const { agent, second, buyer, random } = company
  const [token] = buyer.tokens
  if (oneIn(random, 3)) return oneIn(random, 2) ? crossed(company) : changedElsewhere(company)
  await agent.ask('GET', `/api/v3/buyers/${buyer.id}/tokens`)
  const of = agent.id()
  await agent.setting.trouble('disableToken', `token:${token}`, { name: 'torn', passage: { instead: 'reset' } })
  await agent.give(of, switchToken(buyer, token, 'disable'))
  if (oneIn(random, 2)) {
    await second.ask('POST', `/api/desk/actions/${of}/settle`, { body: { as: 'happened', how: 'by-hand', reason: 'Seen' } })
    const newer = await second.give(second.id(), switchToken(buyer, token, 'enable'))
    const mayNotBeSent = newer?.headers['x-outcome'] === 'done' ? { mayNotBeSent: 'an undo of what a newer action changed' } : {}
    await give(company, 'undo', of, mayNotBeSent)
  }
  const newer = await second.give(second.id(), switchToken(buyer, token, 'enable'), { acknowledges: of })
  const mayNotBeSent = newer?.headers['x-outcome'] === 'done' ? { mayNotBeSent: 'what is settled or older, sent again' } : {}
  await give(company, 'send-again', of, mayNotBeSent)
}

/** An answer comes only after somebody has acknowledged it as unconfirmed and done another: nobody knows which was applied last. */
async function crossed({ agent, second, buyer, random }: Company): Promise<void> {
  const subscription = chosen(random, buyer.subscriptions)
  const [first, later] = [agent.id(), second.id()]
  await agent.ask('GET', `/api/v2/buyers/${buyer.id}/subscriptions`) // what isn't known before isn't put back
  const operation = 'changeExpirationDate'
  const order = { operation, fault: 'delay', ms: 750 } // longer than anybody waits for an answer, and shorter than until a request is given up
  await agent.setting.trouble(operation, `subscription:${subscription}`, { name: 'delay', order })
  const lost = await agent.give(first, endDate(buyer, subscription, day(40), 'Goodwill'))
  if (lost?.headers['x-outcome'] !== 'unconfirmed') return
  const done = await second.give(later, endDate(buyer, subscription, day(60), 'Goodwill'), { acknowledges: first })
  if (done?.headers['x-outcome'] !== 'done') return
  await give({ agent }, 'undo', later, { mayNotBeSent: 'an undo of what an open action may come after' })
  await doneLate(agent, first) // and nobody looks any more, so a repeat can't know which was last
}

/** Somebody changes the same past the dashboard: no undo overwrites that, and what was read meanwhile isn't taken for older than the answer. */
async function changedElsewhere({ agent, second, buyer, random, readsOf, elsewhere }: Company): Promise<void> {
  const subscription = chosen(random, buyer.subscriptions)
  const path = subscriptionsOf(buyer)
  const shown = await agent.json<{ data: { id: string; autoChargeStatus: boolean }[] }>('GET', path)
  const was = shown?.data.find(({ id }) => id === subscription)?.autoChargeStatus
  if (was === undefined) return
  const of = agent.id()
  if (oneIn(random, 2)) {
    const off = autocharge(buyer, subscription, !was)
    const before = await readsOf(off.path)
    let release = () => {}
    const passage = { until: new Promise<void>((resolve) => (release = resolve)) }
    await agent.setting.trouble('changeAutochargeStatus', `subscription:${subscription}`, { name: 'delay', passage })
    const answered = agent.give(of, off)
    for (let tries = 0; tries < 50 && (await readsOf(off.path)) === before; tries++) await wait(10)
    await elsewhere(autocharge(buyer, subscription, was))
    await second.ask('GET', path)
    release()
    await answered
    return
  }
  const moved = await agent.give(of, endDate(buyer, subscription, day(40), 'Goodwill'))
  if (moved?.headers['x-outcome'] !== 'done') return
  if (!(await elsewhere(endDate(buyer, subscription, day(60), 'Goodwill')))) return
  await give({ agent: second }, 'undo', of, { mayNotBeSent: 'an undo of what was changed elsewhere' })
  await readAnew(second, buyer)
}

/** Waits for an answer that still comes; it doesn't where its copy is ended. */
async function doneLate({ setting: { hand } }: Actor, actionId: string): Promise<void> {
  const action = () => hand.selectFrom('actions').select('state').where('action_id', '=', actionId).executeTakeFirst()
  for (const end = performance.now() + 2_000; performance.now() < end; await wait(50))
    if ((await action())?.state === 'done') return
}

/** Somebody acknowledged an unconfirmed action for a command that was refused, so the next person has to know of it as well, and as it is by then. */
export const acknowledgedForNothing: Scene = async (company) => {
  const { agent, second, manager, buyer, random } = company
  const subscription = subscriptionOf(company)
  const target = `subscription:${subscription}`
  const of = agent.id()
  await agent.setting.trouble('changeAutochargeStatus', target, { name: 'torn', passage: { instead: 'reset' } })
  await agent.give(of, autocharge(buyer, subscription, false))
  const order = { operation: 'changeExpirationDate', fault: 'refused' }
  await second.setting.trouble('changeExpirationDate', target, { name: 'refused', order })
  await second.give(second.id(), endDate(buyer, subscription, day(90), 'Goodwill'), { acknowledges: of })
  const isKnown = oneIn(random, 2)
  const body = { as: 'happened', how: 'by-hand', reason: 'Seen' }
  if (isKnown) await manager.ask('POST', `/api/desk/actions/${of}/settle`, { body })
  await manager.give(manager.id(), autocharge(buyer, subscription, false), isKnown ? { acknowledges: of } : {})
}

function give({ agent }: Pick<Company, 'agent'>, way: 'undo' | 'send-again', of: string, asked: { mayNotBeSent?: string }) {
  const command = { method: 'POST', path: `/api/desk/actions/${of}/${way}`, body: {} }
  return agent.give(agent.id(), command, { way, of, ...asked })
}

/** A renewal that nobody answered may have charged the buyer, and by another clock so may tomorrow’s date: nobody may send it again. */
export const renewalAgain: Scene = async (company) => {
  const { manager, agent, buyer, random } = company
  const subscription = subscriptionOf(company)
  const of = manager.id()
  await manager.setting.trouble('changeExpirationDate', `subscription:${subscription}`, {
    name: 'torn',
    passage: { instead: 'reset' },
  })
  const answer = await manager.give(of, {
    ...endDate(buyer, subscription, day(oneIn(random, 2) ? 0 : 1), 'Renew'),
    headers: { 'x-confirmed-renewal': 'yes' },
  })
  if (answer?.headers['x-outcome'] !== 'unconfirmed') return
  await give({ ...company, agent: manager }, 'send-again', of, { mayNotBeSent: 'a renewal that may have charged the buyer' })
  await give({ ...company, agent }, 'send-again', of, { mayNotBeSent: 'a renewal that may have charged the buyer' })
}

/** Three people undo one action at the same moment, twice in a row. */
export const undoTogether: Scene = async (company) => {
  const { agent, second, manager, admin, buyer, random } = company
  await agent.ask('GET', `/api/v3/buyers/${buyer.id}/tokens`)
  const of = agent.id()
  const to = oneIn(random, 2) ? 'disable' : 'enable'
  await agent.give(of, switchToken(buyer, chosen(random, buyer.tokens), to))
  await Promise.all([second, manager, oneIn(random, 2) ? agent : admin].map((each) => each.goOn('undo', of)))
  if (oneIn(random, 2)) await Promise.all([second.goOn('undo', of), manager.goOn('undo', of)])
}

/** An ordinary command that says it undoes somebody else’s action takes nothing from that one. */
export const pretendedUndo: Scene = async (company) => {
  const { agent, second, manager, buyer } = company
  const [token] = buyer.tokens
  await agent.ask('GET', `/api/v3/buyers/${buyer.id}/tokens`)
  const of = agent.id()
  const switched = await agent.give(of, switchToken(buyer, token, 'disable'))
  if (switched?.headers['x-outcome'] !== 'done') return
  const headers = { 'x-undoes': of }
  await second.give(second.id(), { ...autocharge(buyer, subscriptionOf(company), false), headers })
  const answer = await manager.goOn('undo', of)
  manager.expect(
    !(answer?.text ?? '').includes('has already been undone'),
    `Only an undo undoes: another command that named ${of} took its undo away`,
  )
}

/** What was settled, or never was unconfirmed, is not settled once more; two who settle at once are one. */
export const settleTogether: Scene = async (company) => {
  const { agent, second, manager, random } = company
  const of = oneIn(random, 2) ? await unconfirmed(company) : agent.id()
  const body = { as: 'happened', how: 'by-hand', reason: 'Looked at it' }
  if (oneIn(random, 2)) await agent.give(of, switchToken(company.buyer, company.buyer.tokens[0], 'enable'))
  await Promise.all([second, manager].map((each) => each.ask('POST', `/api/desk/actions/${of}/settle`, { body })))
  await agent.ask('POST', `/api/desk/actions/${of}/settle`, { body })
}

/** Two opposite commands on one target at the same moment, while the first one's answer takes its time. */
export const crossing: Scene = async ({ agent, second, manager, buyer, random }) => {
  const token = chosen(random, buyer.tokens)
  await agent.setting.trouble('disableToken', `token:${token}`, {
    name: 'delay',
    order: { operation: 'disableToken', fault: 'delay', ms: 120 },
  })
  await Promise.all([
    agent.give(agent.id(), switchToken(buyer, token, 'disable')),
    second.give(second.id(), switchToken(buyer, token, 'enable')),
    manager.give(manager.id(), switchToken(buyer, token, 'disable')),
  ])
}
