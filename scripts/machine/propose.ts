import { createHash } from 'node:crypto'
import { isObject } from '@/lib/core/json'
import { type Door, DoorProblem, exits, type Message } from './door'

/** What is to be done, and by whose words. */
export type ProposalRequest = {
  verb: string
  params: unknown
  body: unknown
  reason?: unknown
  ticket?: unknown
  source?: unknown
  key?: unknown
  effectHash?: unknown
}

/** What it would do, by the tool that says so. */
export const preview = (door: Door, { verb, params, body }: ProposalRequest): Promise<Message> =>
  door.call('preview_effect', { verb, params, body })

/**
 * Proposes it as it would come out now, unless the effect that somebody has looked at is given. The key is made of all that is proposed, so
 * that running the same command again after a lost answer asks for nothing twice.
 */
export async function propose(door: Door, request: ProposalRequest): Promise<{ effect: Message | null; proposal: Message }> {
  const effect = request.effectHash === undefined ? await preview(door, request) : null
  if (effect && effect.possible !== true)
    throw new DoorProblem(`${String(effect.why ?? 'It’s impossible.')} Nothing was proposed.`, exits.conflict, effect)
  const { key, ...rest } = request
  const body = { ...rest, effectHash: request.effectHash ?? effect?.effectHash }
  return { effect, proposal: await door.call('propose_action', { ...body, key: key ?? keyOf(body) }) }
}

/** A version 8 uuid of what is asked: the same again for the same, whatever order its keys are in. */
function keyOf(body: object): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `a${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
