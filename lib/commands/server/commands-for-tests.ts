import { randomUUID } from 'node:crypto'
import { ServiceProblem } from '@/lib/core/problem'
import type { Role } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { ActionRequest } from '@/lib/journal/action-ids'
import { changeAction } from '@/lib/journal/entries-for-tests'
import type { OperationName } from '@/lib/operations'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { CommandCall } from './command-call'
import { commandNamed } from './command-named'

export const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
export const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'
const productId = 'c5a9b7a4-6c2d-4d8f-8a5e-0f1b2c3d4e5f'

/** Somebody with a name and an id of their own, an agent unless told otherwise. */
export const personCalled = (name: string, role: Role = 'agent'): Person => ({
  accountId: `a-${name}`,
  sessionId: `s-${name}`,
  email: `${name.toLowerCase()}@desk.test`,
  name,
  role,
})

export const ada = personCalled('Ada')

/** Gives people their accounts: without one nothing may be sent. */
export async function employ(store: Database, ...people: Person[]): Promise<void> {
  const rows = people.map(({ accountId, email, name, role }) => ({
    id: accountId,
    email,
    name,
    role,
    password_hash: '',
    created_at: new Date().toISOString(),
    disabled_at: null,
  }))
  await store
    .insertInto('accounts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What somebody asks for after an action, under an id of its own. */
export const askedAfter = (person: Person, what: string, actionId: string, id: string = randomUUID()): ActionRequest => ({
  id,
  what,
  accountId: person.accountId,
  merchant: 'northwind',
  content: { actionId },
})

const usual = {
  changeExpirationDate: { params: { buyerId, subscriptionId }, body: { expirationDate: '2027-03-01', reason: 'asked for it' } },
  changeAutochargeStatus: { params: { buyerId, subscriptionId }, body: { autochargeStatus: true } },
  downgradeSubscription: { params: { buyerId, subscriptionId }, body: { productId } },
  disableToken: { params: { buyerId }, body: { chargeMethodTokenId: 7 } },
  enableToken: { params: { buyerId }, body: { chargeMethodTokenId: 7 } },
  changeBuyerEmail: { params: { buyerId }, body: { email: 'grace@buyer.test' } },
  createBuyer: { params: {}, body: { merchantCode: 'northwind', email: 'new@buyer.test', country: 'DE' } },
} satisfies Partial<Record<OperationName, { params: Record<string, string>; body: unknown }>>

/** A command that has been let in, ready for the journal. */
export function commandOf(name: keyof typeof usual, given: Partial<CommandCall> = {}): CommandCall {
  const address = { address: '198.51.100.10', source: 'fallback' as const }
  const unsaid = {
    ticket: null,
    shownVersion: null,
    acknowledges: null,
    undoes: null,
    sendsAgain: null,
    approval: null,
    part: null,
    proposal: null,
    signing: null,
    approved: false,
    renewalConfirmed: false,
  }
  const { params, body, actionId, person } = { ...usual[name], actionId: randomUUID(), person: ada, ...given }
  const merchant = merchantByCode(null)
  return {
    ...commandNamed(name),
    person,
    merchant,
    address,
    headers: {},
    actionId,
    actionRequest: { id: actionId, what: name, accountId: person.accountId, merchant: merchant.code, content: { params, body } },
    ...unsaid,
    ...usual[name],
    buyerId: (params as Record<string, string>).buyerId ?? null,
    requested: { operation: name, merchant: merchant.code, params, body },
    ...given,
  }
}

/** How a command ended, or the code of the problem that kept it from being sent. */
export const outcomeOf = (work: Promise<Response>): Promise<string | null> =>
  work.then(
    (answer) => answer.headers.get('x-outcome'),
    (cause: unknown) => {
      if (cause instanceof ServiceProblem) return cause.problem.code
      throw cause
    },
  )

export function actionIn(database: Database, actionId: string): Promise<Tables['actions'] | undefined> {
  return database.selectFrom('actions').selectAll().where('action_id', '=', actionId).executeTakeFirst()
}

/** Kinds of the journal's entries about an action, in order. */
export async function entriesOf(database: Database, actionId: string): Promise<string[]> {
  const rows = await database.selectFrom('journal').select('kind').where('action_id', '=', actionId).orderBy('seq').execute()
  return rows.map(({ kind }) => kind)
}

/** The problem that something was refused with; undefined where it wasn't. */
export const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (cause: unknown) => (cause instanceof ServiceProblem ? cause.problem : Promise.reject(cause)),
  )

/** Takes what other tests left unconfirmed out of the way, as settling it would. */
export async function nothingOpen(store: Database): Promise<void> {
  const unconfirmed = store.selectFrom('actions').select('action_id').where('state', '=', 'unconfirmed')
  for (const { action_id } of await unconfirmed.where('settled_as', 'is', null).execute())
    await changeAction(store, action_id, { settled_as: 'did-not-happen' })
}

/** Makes an action so old that its request can't be on its way to the service any more. */
export const sentLongAgo = (store: Database, actionId: string) =>
  changeAction(store, actionId, { created_at: new Date(Date.now() - 600_000).toISOString() })
