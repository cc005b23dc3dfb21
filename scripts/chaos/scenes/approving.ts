import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '../actor'
import { chosen, oneIn } from '../plan'
import { msOfBareStart } from '../servers'
import { autocharge, type Company, confirmed, day, endDate, readAnew, type Scene, subscriptionOf } from './company'

type RequestedApproval = { approval: { id: string; actionId: string } | null; subscription: string }

/** Asks for the approval of a renewal. */
async function ask(company: Company, by: Actor, subscription = subscriptionOf(company)): Promise<RequestedApproval> {
  const { buyer } = company
  await by.ask('GET', `/api/v2/buyers/${buyer.id}/subscriptions`)
  const params = { buyerId: buyer.id, subscriptionId: subscription }
  const wanted = { operation: 'changeExpirationDate', params, body: { expirationDate: day(0), reason: 'Renew' } }
  const body = { ...wanted, actionId: by.id(), ticket: null, buyerAddress: null }
  return { subscription, approval: await by.json('POST', '/api/desk/approvals', { body }) }
}

async function hashOf(by: Actor, id: string): Promise<string> {
  return (await by.json<{ effectHash: string }>('GET', `/api/desk/approvals/${id}`))?.effectHash ?? ''
}

type Decision = { effectHash: string; approve?: boolean; mayNotBeSent?: string }

function decide(
  by: Actor,
  { id, actionId }: { id: string; actionId: string },
  { effectHash, approve = true, mayNotBeSent }: Decision,
) {
  const headers = { 'x-action-id': by.id() } // the action's own id was taken by whoever asked
  const body = { approve, effectHash, note: null }
  const command = { method: 'POST', path: `/api/desk/approvals/${id}/decide`, body, headers }
  return by.give(actionId, command, { way: 'approval', of: id, ...(mayNotBeSent ? { mayNotBeSent } : {}) })
}

/**
 * Two people decide on one request at the same moment, sometimes so that each has read it as open before either can write. A colleague asks for the
 * same before.
 */
export const approveTogether: Scene = async (company) => {
  const { agent, second, manager, admin, random } = company
  const { approval, subscription } = await ask(company, agent)
  if (!approval) return
  const { approval: twin } = await ask(company, second, subscription)
  second.expect(twin === null, 'The same is requested once at a time: two requests for it wait')
  const effectHash = await hashOf(manager, approval.id)
  const approve = oneIn(random, 2)
  const decisions = [() => decide(manager, approval, { effectHash }), () => decide(admin, approval, { effectHash, approve })]
  if (oneIn(random, 2)) decisions.reverse()
  await Promise.all(oneIn(random, 3) ? decisions.map((begin) => begin()) : await heldBack(company, approval.id, decisions))
}

/** Begins decisions one after another while another connection holds the request's row, and lets go once all of them have read it. */
async function heldBack<T>({ agent }: Company, id: string, decisions: readonly (() => Promise<T>)[]): Promise<Promise<T>[]> {
  return agent.setting.hand.transaction().execute(async (tx) => {
    await tx.updateTable('approvals').set({ id }).where('id', '=', id).execute()
    const begun: Promise<T>[] = []
    for (const begin of decisions) {
      begun.push(begin())
      for (let starts = 0; starts < 2; starts += 1) await msOfBareStart() // some 100 ms, and as much more as the machine is busier
    }
    return begun
  })
}

/** A manager approves while the target is busy: the request stays open, and is approved once it is not. */
export const approveWhileBusy: Scene = async (company) => {
  const { agent, second, manager, buyer } = company
  const { approval, subscription } = await ask(company, agent)
  if (!approval) return
  const effectHash = await hashOf(manager, approval.id)
  await second.setting.trouble('changeAutochargeStatus', `subscription:${subscription}`, {
    name: 'torn',
    passage: { instead: 'reset' },
  })
  await second.give(second.id(), autocharge(buyer, subscription, false))
  await decide(manager, approval, { effectHash }) // what is unsettled there has to be acknowledged first
}

/** What may not be approved: one's own, too late, on other facts, or declined already. */
export const approveWrongly: Scene = async (company) => {
  const { agent, manager, admin, random } = company
  const how = chosen(random, ['own', 'expired', 'changed', 'declined', 'agent'] as const)
  const { approval, subscription } = await ask(company, how === 'own' ? manager : agent)
  if (!approval) return
  const effectHash = await hashOf(admin, approval.id)
  const wrong = (mayNotBeSent: string) => ({ effectHash, mayNotBeSent })
  if (how === 'own') await decide(manager, approval, wrong('what its asker approved'))
  else if (how === 'agent') await decide(company.second, approval, wrong('what somebody without the right approved'))
  else if (how === 'expired') await expired(company, approval.id, () => decide(manager, approval, wrong('an expired request')))
  else if (how === 'changed') {
    if (await changed(company, subscription)) await decide(manager, approval, wrong('what rests on other facts'))
    await readAnew(agent, company.buyer)
  } else {
    const declined = await decide(admin, approval, { effectHash, approve: false })
    if (declined?.status === 200) await decide(manager, approval, wrong('a declined request'))
  }
}

/** A request of somebody who has left since isn't carried out in their name. */
export const approveForLeaver: Scene = async (company) => {
  const { approval } = await ask(company, company.leaver)
  if (!approval) return
  const effectHash = await hashOf(company.manager, approval.id)
  const mayNotBeSent = 'a request of somebody who has left'
  await left(company, () => decide(company.manager, approval, { effectHash, mayNotBeSent }))
}

/** Does something while a request is long past its time. */
async function expired({ agent }: Company, id: string, work: () => Promise<unknown>): Promise<void> {
  const { hand } = agent.setting
  const { expires_at } = await hand.selectFrom('approvals').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow()
  const set = (at: string) => hand.updateTable('approvals').set({ expires_at: at }).where('id', '=', id).execute()
  await set(new Date(Date.now() - 60_000).toISOString())
  await work().finally(() => set(expires_at)) // the journal tells what was written
}

/** Somebody sets another end date past the dashboard, which the request did not rest on. The day is one that hardly comes twice. */
const changed = ({ buyer, random, elsewhere }: Company, subscription: string): Promise<boolean> =>
  elsewhere(endDate(buyer, subscription, day(3 + Math.floor(random() * 3000)), 'Goodwill'))

/** Does something while the leaver's account is disabled. */
async function left({ leaver }: Company, work: () => Promise<unknown>): Promise<void> {
  const { setting, browser } = leaver
  const set = (disabled_at: string | null) =>
    setting.hand.updateTable('accounts').set({ disabled_at }).where('email', '=', browser.email).execute()
  await set(new Date().toISOString())
  try {
    await work()
  } finally {
    await set(null)
  }
}

/** Somebody who is disabled in the middle of a session does nothing more with it. */
export const leaving: Scene = async (company) => {
  const { leaver, buyer, setting } = { ...company, setting: company.leaver.setting }
  await left(company, async () => {
    await leaver.give(leaver.id(), autocharge(buyer, subscriptionOf(company), false), { mayNotBeSent: 'by a disabled account' })
    const read = await leaver.ask('GET', '/api/desk/session')
    const isKeptOut = !read || [401, 503].includes(read.status) // a copy that is shutting down says so to everybody
    leaver.expect(isKeptOut, `A disabled account does nothing more: it read, and was answered ${read?.status}`)
  })
  const ended = { ended_at: null, ended_as: null }
  const { id } = await setting.hand
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', leaver.browser.email)
    .executeTakeFirstOrThrow()
  await setting.hand.updateTable('sessions').set(ended).where('account_id', '=', id).execute()
}

/** A rule of the admin's holds for every agent from the moment it stands, for one as well whose command waits for a busy target. */
export const ruled: Scene = async (company) => {
  const { admin, agent, second, buyer } = company
  const subscription = subscriptionOf(company)
  await second.setting.trouble('changeAutochargeStatus', `subscription:${subscription}`, {
    name: 'delay',
    order: { operation: 'changeAutochargeStatus', fault: 'delay', ms: 150 },
  })
  const busy = second.give(second.id(), autocharge(buyer, subscription, true))
  await wait(20)
  const waiting = agent.give(agent.id(), autocharge(buyer, subscription, false))
  await wait(20)
  const body = { operation: 'changeAutochargeStatus', condition: 'always', threshold: null }
  const made = await admin.json<{ rules: { id: string; operation: string }[] }>('POST', '/api/desk/approval-rules', { body })
  await Promise.all([busy, waiting])
  const rule = made?.rules.find(({ operation }) => operation === body.operation)
  if (!rule) return
  const mayNotBeSent = 'what a rule holds back for an approval'
  await agent.give(agent.id(), autocharge(buyer, subscriptionOf(company), false), { mayNotBeSent })
  await admin.ask('DELETE', `/api/desk/approval-rules/${rule.id}`, { body: {} })
  // One that never holds stays, for a hand to take out.
  const never = { operation: 'createInitialOrder', condition: 'discountOver', threshold: 100 }
  await admin.ask('POST', '/api/desk/approval-rules', { body: never })
}

/** A renewal that is not confirmed, or that an agent asks for alone. */
export const renewalAlone: Scene = async (company) => {
  const { agent, manager, buyer } = company
  const renewal = endDate(buyer, subscriptionOf(company), day(0), 'Renew')
  await agent.give(agent.id(), { ...renewal, headers: confirmed }, { mayNotBeSent: 'an agent’s renewal that nobody approved' })
  await manager.give(manager.id(), renewal, { mayNotBeSent: 'a renewal that nobody confirmed' })
}
