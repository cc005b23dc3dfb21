import 'server-only'
import { createHmac, randomUUID } from 'node:crypto'
import { masked } from '@/lib/core/masking'
import { database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { canonical, derived } from '@/lib/journal/crypto'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'
import { tools } from '../tools'
import type { About, Calling } from './call-tool'

type Call = About & { name: string; given: unknown; outcome: string; ms: number }

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
