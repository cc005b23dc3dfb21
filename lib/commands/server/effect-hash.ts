import 'server-only'
import { createHmac } from 'node:crypto'
import { canonical, derived } from '@/lib/journal/crypto'
import type { Effect } from '@/lib/operations/effects/effect'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'
import type { CommandCall } from './command-call'

/**
 * A digest of the request and of the facts it rests on: what it changes, whether it charges, whether a charge would find a token, and which
 * action did the same. Times are left out, for they pass, and so is what we add to complete the body. It's keyed: without a key, whoever is
 * shown everything but an e-mail address could guess that.
 */
export function effectHash({ operation, merchant, params, body }: CommandCall['requested'], effect: Effect): string {
  const facts = effect.rows.map(({ field, before, after }) => [field, before, after])
  const charges = effect.later.some(({ danger }) => danger)
  const repeats = effect.repeats ? [effect.repeats.actionId] : []
  return createHmac('sha256', key())
    .update(canonical([operation, merchant, params, body, facts, charges, effect.tokens ?? null, ...repeats]))
    .digest('hex')
}

const key = () => singleton('effect-key', () => derived(env().NEXTAUTH_SECRET, 'counterfoil effects'))
