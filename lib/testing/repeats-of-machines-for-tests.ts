import { randomUUID } from 'node:crypto'
import { callTool } from '@/lib/agents/server/call-tool'
import { machineWith, makeToken } from '@/lib/agents/server/tokens'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { type Asker, type CallInput, made, ofNewThing, type Row, received } from './repeats-for-tests'

type Wanted = { verb: string; params: Record<string, string>; body: Record<string, unknown> }

async function autochargeOff({ merchant }: Asker, reason: string): Promise<Wanted> {
  const { buyerId, subscriptionId } = ofNewThing()
  const fact = { entity: `subscription:${subscriptionId}`, field: 'autoChargeStatus', value: true }
  await saveFacts([fact], { merchant, buyerId, source: 'read', operation: 'listSubscriptions', person: null })
  return { verb: 'autochargeOff', params: { buyerId, subscriptionId }, body: { autochargeStatus: false, reason } }
}

function refundWanted(reason: string): Wanted {
  const { buyerId, ...charge } = received
  return { verb: 'requestRefund', params: { buyerId }, body: { ...charge, amount: '0.01', reason } }
}

/** The id of what a machine proposes that works for an agent. */
async function proposed({ dashboard, merchant }: Asker, wanted: Wanted): Promise<string> {
  const { accountId } = await dashboard.account('agent')
  const limits = { readsAMinute: 600, proposalsAnHour: 200, waitingMost: 100 }
  const given = {
    name: 'helpdesk-bot',
    accountId,
    merchants: [merchant],
    scopes: ['read' as const, 'propose' as const],
    days: 30,
  }
  const { token } = await makeToken(somebody('an-admin', 'admin'), { ...given, ...limits })
  const machine = await machineWith(token)
  const [of] = machine?.merchants ?? []
  if (!machine || !of) throw new Error('The token opens nothing')
  const asked = async (tool: string, input: object): Promise<Record<string, string>> => {
    const { text, isError } = await callTool({ machine, merchant: of, signal: new AbortController().signal }, tool, input)
    if (isError) throw new Error(text)
    return JSON.parse(text)
  }
  const { effectHash } = await asked('preview_effect', wanted)
  const why = { reason: 'Asked for', ticket: 'T-1', source: { where: 'a ticket', quote: 'Please' }, key: randomUUID() }
  return (await asked('propose_action', { ...wanted, ...why, effectHash })).id ?? ''
}

/** A decision on a proposal that the asker has just opened. */
async function decisionOn(
  asker: Asker,
  wanted: Wanted,
  { approve, note }: { approve: boolean; note: string },
): Promise<CallInput> {
  const approvalId = await proposed(asker, wanted)
  const { effectHash } = await made('GET /api/desk/approvals/{approvalId}', asker, { params: { approvalId } })
  return { params: { approvalId }, body: { approve, effectHash, note } }
}

const name = (how: string) => `POST /api/desk/approvals/{approvalId}/decide, ${how}`

/** Decisions on what machines propose, each in a way of its own. */
export const ofMachines: Record<string, Row> = {
  [name('pressing a proposal')]: {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker, mark) => decisionOn(asker, await autochargeOff(asker, mark), { approve: true, note: mark }),
  },
  [name('pressing a proposed refund')]: {
    as: 'agent',
    anyMerchant: true,
    fresh: (asker, mark) => decisionOn(asker, refundWanted(mark), { approve: true, note: mark }),
  },
  [name('declining a proposal')]: {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker, mark) => decisionOn(asker, await autochargeOff(asker, mark), { approve: false, note: mark }),
  },
}
