import type { Known, KnownThing } from '@/lib/operations/effects/effect'
import { describeCommand } from '@/lib/operations/words'

const reads: Record<string, string> = {
  listSubscriptions: 'the subscription list',
  listTokens: 'the token list',
  getChargeHistory: 'the charge history',
  findBuyerByEmail: 'the search by e-mail',
  listDowngradeTargets: 'the downgrade options',
  getOneClickPrices: 'the prices',
}

type Source = Omit<Known<unknown>, 'value' | 'observedAt'>

/**
 * Where a fact comes from: "from Turn off autocharge by you", "from the subscriptions read", "typed by R. Moreau". `me` is who looks; `thing` is what else
 * is known of the same thing, which tells the exact verb.
 */
export function describeSource({ source, operation, person }: Source, me: string, thing: KnownThing = {}): string {
  const by = person === null ? '' : ` by ${person === me ? 'you' : person}`
  if (source === 'person') return `typed${by}`
  if (source === 'import') return `from a list imported${by}`
  if (operation === null) return ''
  return source === 'read'
    ? `from ${reads[operation] ?? 'the service'}`
    : `from ${describeCommand(operation, requestOf(operation, thing))}${by}`
}

/** The body that a command must have had to leave this fact. */
function requestOf(operation: string, { autoChargeStatus }: KnownThing) {
  const value = autoChargeStatus?.operation === operation ? autoChargeStatus.value : undefined
  return typeof value === 'boolean' ? { body: { autochargeStatus: value } } : undefined
}
