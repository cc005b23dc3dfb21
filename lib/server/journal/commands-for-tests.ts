import { randomUUID } from 'node:crypto'
import type { OperationName } from '@/lib/operations'
import type { Operation } from '@/lib/operations/operation'
import { merchantByCode } from '../admission'
import type { CommandCall } from '../admit'
import type { Database } from '../database/open'
import type { Tables } from '../database/schema'
import { commandNamed } from './command-call'
import { type Begun, begin } from './intent'
import { predicted } from './predicted'

export const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
export const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'

const ada = { accountId: 'a-1', sessionId: 's-1', email: 'ada@desk.test', name: 'Ada', role: 'agent' as const }

const usual = {
  changeExpirationDate: { params: { buyerId, subscriptionId }, body: { expirationDate: '2027-03-01', reason: 'asked for it' } },
  changeAutochargeStatus: { params: { buyerId, subscriptionId }, body: { autochargeStatus: true } },
  disableToken: { params: { buyerId }, body: { chargeMethodTokenId: 7 } },
  changeBuyerEmail: { params: { buyerId }, body: { email: 'grace@buyer.test' } },
  createBuyer: { params: {}, body: { merchantCode: 'northwind', email: 'new@buyer.test', country: 'DE' } },
} satisfies Partial<Record<OperationName, { params: Record<string, string>; body: unknown }>>

/** A command that has been let in, ready for the journal. */
export function commandOf(name: keyof typeof usual, given: Partial<CommandCall> = {}): CommandCall {
  const operation = commandNamed(name) as Operation<'command'>
  const address = { address: '198.51.100.10', source: 'fallback' as const }
  const unsaid = { ticket: null, shownVersion: null, acknowledges: null, undoes: null }
  return {
    operation,
    person: ada,
    merchant: merchantByCode(null),
    address,
    headers: {},
    actionId: randomUUID(),
    ...unsaid,
    ...usual[name],
    ...given,
  }
}

export const beginUsual = async (call: CommandCall): Promise<Begun> => begin(call, await predicted(call))

export function actionIn(database: Database, actionId: string): Promise<Tables['actions'] | undefined> {
  return database.selectFrom('actions').selectAll().where('action_id', '=', actionId).executeTakeFirst()
}

/** Kinds of the journal's entries about an action, in order. */
export async function entriesOf(database: Database, actionId: string): Promise<string[]> {
  const rows = await database.selectFrom('journal').select('kind').where('action_id', '=', actionId).orderBy('seq').execute()
  return rows.map(({ kind }) => kind)
}
