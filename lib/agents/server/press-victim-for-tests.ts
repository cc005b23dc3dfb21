import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ada, outcomeOf, personCalled } from '@/lib/commands/server/commands-for-tests'
import { startJournalUpkeep } from '@/lib/commands/server/recover'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { env } from '@/lib/platform/env'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { breakerOf } from '@/lib/service/transport'
import { dashboardOrigin } from '@/lib/testing/environment'
import { callTool } from './call-tool'
import { decideRequest, openRequest } from './proposal-handlers'
import { machineWith } from './tokens'

// A dashboard for which a machine proposes and two people press the same proposals at once, until somebody kills it. It says what is pressed.

/** A press as the browser keeps it: sent once more under its id, it's the same press. */
export type Press = { id: string; actionId: string; effectHash: string; by: 'Ada' | 'Max' }

const random = randomFrom(Number(process.env.SEED))
const people = { Ada: ada, Max: personCalled('Max', 'manager') }
const machine = await machineWith(process.env.TOKEN ?? '')
const [merchant] = machine?.merchants ?? []
if (!machine || !merchant) throw new Error('The token opens nothing')
const calling = { machine, merchant, signal: new AbortController().signal }

/** The key stands in the command's request, so that the service knows what it received. */
async function changeFor(key: string): Promise<{ verb: string; params: Record<string, string>; body: object }> {
  const [buyerId, subscriptionId] = [randomUUID(), randomUUID()]
  const facts = [
    { entity: 'buyer', field: 'email', value: 'before@buyer.test' },
    { entity: `subscription:${subscriptionId}`, field: 'autoChargeStatus', value: true },
  ]
  await saveFacts(facts, { merchant: 'northwind', buyerId, source: 'read', operation: 'listSubscriptions', person: null })
  return random() < 0.5
    ? { verb: 'changeEmail', params: { buyerId }, body: { email: `${key}@buyer.test` } }
    : { verb: 'autochargeOff', params: { buyerId, subscriptionId }, body: { autochargeStatus: false, reason: key } }
}

async function asked(tool: string, given: object): Promise<Record<string, string>> {
  const { text, isError } = await callTool(calling, tool, given)
  if (isError) throw new Error(text)
  return JSON.parse(text)
}

async function proposed(): Promise<string> {
  const key = randomUUID()
  const wanted = await changeFor(key)
  const { effectHash } = await asked('preview_effect', wanted)
  const source = { where: 'a ticket', quote: 'Please' }
  return (await asked('propose_action', { ...wanted, effectHash, reason: 'asked for', ticket: 'T-1', source, key })).id ?? ''
}

async function decide({ id, actionId, effectHash, by }: Press, approve = true): Promise<string | null> {
  const request = new Request(`${dashboardOrigin}/api/desk/approvals/${id}/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-action-id': actionId },
    body: JSON.stringify({ approve, effectHash: approve ? effectHash : '', note: null }),
  })
  return outcomeOf(decideRequest(request, people[by], { approvalId: id }))
}

async function opened(id: string, by: Press['by']): Promise<Press> {
  const request = new Request(`${dashboardOrigin}/api/desk/approvals/${id}`)
  const detail = await openRequest(request, people[by], { approvalId: id })
  if (!('effectHash' in detail)) throw new Error('A proposal was opened')
  return { id, actionId: randomUUID(), effectHash: String(detail.effectHash), by }
}

async function pressForEver(): Promise<never> {
  for (;;) {
    await setImmediate() // so that it hears of its parent's end even where nothing else is waited for
    breakerOf(env().SERVICE_URL).answered() // reads close it at a desk
    const id = await proposed()
    const presses = await Promise.all([opened(id, 'Ada'), opened(id, 'Max')])
    process.send?.(presses)
    await Promise.all(presses.map((press, number) => decide(press, number === 0 || random() < 0.8)))
  }
}

process.on('disconnect', () => process.exit()) // its parent is gone
await startJournalUpkeep()
// What was under way at the kill is sent again, as a browser does that had no answer.
for (const press of JSON.parse(process.env.AGAIN ?? '[]') as Press[]) await decide(press)
await Promise.all([pressForEver(), pressForEver(), pressForEver()])
