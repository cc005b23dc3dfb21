import type { Actor, Answered } from '../actor'
import type { Command } from '../commands'
import { chosen, oneIn } from '../plan'
import { autocharge, type Company, day, endDate, order, type Scene, subscriptionOf, switchToken } from './company'

/** Something that is changed under an id of the caller's, and the same with another content. */
type Repeatable = { by: Actor; others: readonly Actor[]; first: Command; otherwise: Command }

const post = (path: string, body: Record<string, unknown>): Command => ({ method: 'POST', path, body })

function repeatable(company: Company, mark: string): Repeatable {
  const { agent, second, manager, buyer, random } = company
  const subscription = subscriptionOf(company)
  const note = `/api/desk/buyers/${buyer.id}/notes`
  const guide = (ticket: string) => post('/api/desk/guides', { playbook: 'cancel', buyerId: buyer.id, ticket })
  const people = { by: agent, others: [second, manager] }
  return chosen<Repeatable>(random, [
    {
      ...people,
      first: endDate(buyer, subscription, day(80), mark),
      otherwise: endDate(buyer, subscription, day(81), 'Another'),
    },
    { ...people, first: autocharge(buyer, subscription, false, mark), otherwise: autocharge(buyer, subscription, true) },
    { ...people, first: guide(mark), otherwise: guide('T-other') },
    { ...people, first: post(note, { text: mark, ticket: null }), otherwise: post(note, { text: 'Another', ticket: null }) },
  ])
}

/** An id that was used is another person’s, another content’s or another merchant account’s: 409, and nothing of the first. */
export const repeatedId: Scene = async (company) => {
  const { agent, random } = company
  const mark = `mark-${agent.id().slice(0, 18)}`
  const { by, others, first, otherwise } = repeatable(company, mark)
  const actionId = by.id()
  const answer = await by.give(actionId, first)
  if (!answer || answer.status >= 300) return
  const other = chosen(random, others)
  const [who, what, headers] = chosen(random, [
    [other, first, {}],
    [by, otherwise, {}],
    [chosen(random, [company.manager, by]), first, { 'x-merchant': 'southbay' }],
  ] as const)
  const again = await who.give(actionId, { ...what, headers })
  expectStranger(who, again, { mark, path: first.path })
  const repeat = await by.give(actionId, first)
  by.expect(
    !repeat || repeat.status === answer.status,
    `The same id is the same answer: ${first.path} was ${answer.status} and then ${repeat?.status}`,
  )
}

function expectStranger(who: Actor, answer: Answered | null, { mark, path }: { mark: string; path: string }): void {
  if (answer === null) return
  who.expect(
    answer.status === 409 || answer.status === 403,
    `A repeated id by another person, account or content is a conflict: ${path} was answered ${answer.status}`,
  )
  who.expect(!answer.text.includes(mark), `A repeated id shows nothing of the first request: ${path} did`)
}

/** What each role may not do: 403, and nothing of it is done. */
const forbidden: readonly { who: 'agent' | 'finance' | 'manager'; command: (company: Company) => Command; status?: number }[] = [
  { who: 'finance', command: ({ buyer }) => switchToken(buyer, buyer.tokens[0], 'disable') },
  { who: 'finance', command: ({ agent }) => order(agent.id()) },
  { who: 'finance', command: ({ buyer }) => post(`/api/desk/buyers/${buyer.id}/notes`, { text: 'Hello', ticket: null }) },
  { who: 'agent', command: () => ({ method: 'GET', path: '/api/desk/journal/verify', body: {} }) },
  { who: 'agent', command: () => ({ method: 'GET', path: '/api/desk/people', body: {} }) },
  { who: 'manager', command: () => ({ method: 'GET', path: '/api/desk/status', body: {} }) },
  { who: 'agent', command: () => ({ method: 'GET', path: '/api/desk/refunds/batches', body: {} }) },
  {
    who: 'manager',
    command: () => post('/api/desk/approval-rules', { operation: 'disableToken', condition: 'always', threshold: null }),
  },
  {
    who: 'agent',
    command: ({ buyer }) => ({ ...switchToken(buyer, buyer.tokens[0], 'enable'), headers: { 'x-merchant': 'southbay' } }),
  },
  {
    who: 'agent',
    command: ({ buyer }) => ({ ...switchToken(buyer, buyer.tokens[0], 'enable'), headers: { 'sec-fetch-site': 'cross-site' } }),
  },
  {
    who: 'agent',
    command: ({ buyer }) => ({ ...switchToken(buyer, buyer.tokens[0], 'enable'), headers: { 'x-account': 'somebody-else' } }),
    status: 409,
  },
]

/** Each role asks for three things that it may not have, or from a page that isn't theirs. */
export const forbiddenThings: Scene = async (company) => {
  for (let each = 0; each < 3; each += 1) {
    const { who, command, status = 403 } = chosen(company.random, forbidden)
    const actor = company[who]
    const { method, path, body, headers } = command(company)
    const isRead = method === 'GET'
    const mayNotBeSent = `what the ${who} role may not do`
    const answer = isRead
      ? await actor.ask(method, path)
      : await actor.give(actor.id(), { method, path, body, ...(headers ? { headers } : {}) }, { mayNotBeSent })
    actor.expect(
      !answer || answer.status === status,
      `What the ${who} role may not do is forbidden: ${method} ${path} was ${answer?.status}`,
    )
  }
}

/** A merchant account that is closed to somebody is in none of their lists, and what others do is in no agent's journal. */
export const closedMerchant: Scene = async (company) => {
  const { agent, finance, manager, second } = company
  const actionId = manager.id()
  await manager.give(actionId, { ...order(actionId), headers: { 'x-merchant': 'southbay' } })
  await manager.give(manager.id(), order(manager.id()))
  type Listed = { actions: { merchant: string; mine: boolean }[] }
  const seen = await (oneIn(company.random, 2) ? agent : second).json<Listed>('GET', '/api/desk/journal')
  const actions = seen?.actions ?? []
  const whole = await finance.json<Listed>('GET', '/api/desk/journal')
  finance.expect(
    [...actions, ...(whole?.actions ?? [])].every(({ merchant }) => merchant !== 'southbay'),
    'A closed merchant account is in no list: the journal of somebody who may not use it has it',
  )
  agent.expect(
    actions.every(({ mine }) => mine),
    'An agent’s journal has their own actions: it had somebody else’s',
  )
  // An agent is shown no colleague's order anyway; of finance the account alone keeps it.
  for (const reader of [agent, finance]) {
    const one = await reader.ask('GET', `/api/desk/actions/${actionId}`)
    reader.expect(
      !one || [401, 403, 404, 503].includes(one.status),
      `An action of a closed account is not shown: it was ${one?.status}`,
    )
  }
}

/** Commands that the rules of the service or of the desk refuse before anything leaves. */
export const invalidCommands: Scene = async (company) => {
  const { manager, agent, buyer, random } = company
  const subscription = subscriptionOf(company)
  const id = agent.id()
  const [why, command] = chosen(random, [
    ['an end date in the past', endDate(buyer, subscription, day(-2), 'Past')],
    [
      'a field nobody knows',
      { ...switchToken(buyer, buyer.tokens[0], 'enable'), body: { chargeMethodTokenId: 1, baseUrl: 'x' } },
    ],
    ['a return address without https', order(id, { returnUrl: 'http://shop.example.test/' })],
    ['a return address elsewhere', order(id, { returnUrl: 'https://evil.example.test/' })],
    [
      'another merchant’s buyer',
      post('/api/v2/buyers', { merchantCode: 'southbay', email: `${id}@order.example.test`, country: 'DE' }),
    ],
    ['a day that is none', endDate(buyer, subscription, '2027-02-30', 'None')],
  ] as const)
  await manager.give(id, command, { mayNotBeSent: why })
}

/** Somebody acts on what they saw before a colleague learned something else. */
export const staleFacts: Scene = async (company) => {
  const { agent, second, buyer } = company
  const subscriptionId = subscriptionOf(company)
  const seen = await agent.ask('GET', `/api/v2/buyers/${buyer.id}/subscriptions`)
  const version = seen?.headers['x-known-version']
  const body = { subscriptionId, endDate: day(5 + Math.floor(company.random() * 300)) }
  const learned = await second.json('POST', `/api/desk/buyers/${buyer.id}/facts`, { body })
  if (!version || !learned) return
  const command = { ...autocharge(buyer, subscriptionId, false), headers: { 'x-shown-version': version } }
  await agent.give(agent.id(), command, { mayNotBeSent: 'what rests on facts that have changed since' })
}
