import 'server-only'
import { createHmac, randomUUID } from 'node:crypto'
import { groupBy } from '@/lib/core/group-by'
import { masked } from '@/lib/core/masking'
import { database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { append, waitForTurn } from '@/lib/journal/chain'
import { canonical, derived } from '@/lib/journal/crypto'
import { callsDigest } from '@/lib/journal/verify-calls'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'
import { tools } from '../tools'
import type { Calling, CallRecord } from './call-tool'

type Call = CallRecord & { name: string; given: unknown; outcome: string; ms: number }

/** Writes down a call of a tool: who, what, of whom, how it ended. What was given is there as a keyed digest alone. */
export async function recordCall({ machine, merchant }: Calling, call: Call): Promise<void> {
  const row: Tables['agent_calls'] = {
    id: randomUUID(),
    at: new Date().toISOString(),
    token_id: machine.tokenId,
    tool: Object.hasOwn(tools, call.name) ? call.name : 'unknown',
    merchant: merchant.code,
    buyer_id: call.buyerId ?? null,
    ticket: call.ticket == null ? null : masked(call.ticket),
    digest: call.digest ?? inputDigest(call.given),
    outcome: call.outcome.slice(0, 64),
    ms: call.ms,
    entry: null,
  }
  await addCall(await database(), row)
}

/** Keyed: without a key, whoever reads it could guess an input that holds nothing but an e-mail address. */
export const inputDigest = (given: unknown): string =>
  createHmac(
    'sha256',
    singleton('machine-input-key', () => derived(env().NEXTAUTH_SECRET, 'counterfoil machine inputs')),
  )
    .update(canonical(given))
    .digest('hex')

const addCall = prepared((store, row: Tables['agent_calls']) => store.insertInto('agent_calls').values(row))

const keptDays = 400
const piece = 5_000

/**
 * Chains the calls of each minute that is over: one entry of the journal with the digest of its rows, which `verify` makes again. What a kill
 * left unchained is taken with the next turn, and so is a call that was written late.
 */
export async function chainCalls(now = new Date()): Promise<number> {
  const store = await database()
  const over = `${now.toISOString().slice(0, 16)}:00.000Z`
  return store.transaction().execute(async (tx) => {
    await waitForTurn(tx)
    const rows = await tx
      .selectFrom('agent_calls')
      .selectAll()
      .where('entry', 'is', null)
      .where('at', '<', over)
      .orderBy('at')
      .orderBy('id')
      .limit(piece)
      .execute()
    for (const [minute, calls] of groupBy(rows, ({ at }) => at.slice(0, 16))) {
      const entry = randomUUID()
      const ids = calls.map(({ id }) => id)
      await tx.updateTable('agent_calls').set({ entry }).where('id', 'in', ids).execute()
      await append(tx, { ...ofMachines, actionId: entry, detail: { minute, calls: calls.length, sha256: callsDigest(calls) } })
    }
    return rows.length
  })
}

const ofMachines = {
  kind: 'machine-calls' as const,
  accountId: '',
  person: 'Machines',
  merchant: '',
  operation: null,
  buyerId: null,
  ticket: null,
}

/** Forgets calls after 400 days. What their entries say then stands alone. */
export async function forgetOldCalls(now = Date.now()): Promise<void> {
  const before = new Date(now - keptDays * 86_400_000).toISOString()
  await (await database()).deleteFrom('agent_calls').where('at', '<', before).execute()
}

/** How many calls machines made since midnight in UTC. */
export async function callsToday(now = new Date()): Promise<number> {
  const { count } = await (await database())
    .selectFrom('agent_calls')
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('at', '>=', `${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
