import { commandWords } from './command-words'
import type { Known, KnownThing } from './operations/effects/effect'

const reads: Record<string, string> = {
  listSubscriptions: 'the subscriptions read',
  listTokens: 'the tokens read',
  getChargeHistory: 'the charge history',
  findBuyerByEmail: 'the search by e-mail',
  listDowngradeTargets: 'the downgrade targets',
  getOneClickPrices: 'the prices',
}

type Source = Omit<Known<unknown>, 'value' | 'observedAt'>

/**
 * Where a fact comes from: "from Turn off autocharge by you", "from the subscriptions read", "typed by R. Moreau". `me` is who looks; `thing` is what else
 * is known of the same thing, which tells the exact verb.
 */
export function sourceWords({ source, operation, person }: Source, me: string, thing: KnownThing = {}): string {
  const by = person === null ? '' : ` by ${person === me ? 'you' : person}`
  if (source === 'person') return `typed${by}`
  if (source === 'import') return `from the list imported${by}`
  if (operation === null) return ''
  return source === 'read'
    ? `from ${reads[operation] ?? 'a read'}`
    : `from ${commandWords(operation, requestOf(operation, thing))}${by}`
}

/** What a command must have been asked for, from the fact it left. */
function requestOf(operation: string, { autoChargeStatus }: KnownThing) {
  const value = autoChargeStatus?.operation === operation ? autoChargeStatus.value : undefined
  return typeof value === 'boolean' ? { body: { autochargeStatus: value } } : undefined
}
