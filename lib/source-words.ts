import { commandWords } from './command-words'
import type { Known } from './operations/effects/effect'

const reads: Record<string, string> = {
  listSubscriptions: 'the subscriptions read',
  listTokens: 'the tokens read',
  getChargeHistory: 'the charge history',
  findBuyerByEmail: 'the search by e-mail',
}

/** Where a fact comes from: "from Turn off autocharge by you", "from the subscriptions read", "typed by R. Moreau". `me` is who looks. */
export function sourceWords({ source, operation, person }: Omit<Known<unknown>, 'value' | 'observedAt'>, me: string): string {
  const by = person === null ? '' : ` by ${person === me ? 'you' : person}`
  if (source === 'person') return `typed${by}`
  if (source === 'import') return `from the list imported${by}`
  if (operation === null) return ''
  return source === 'read' ? `from ${reads[operation] ?? 'a read'}` : `from ${commandWords(operation)}${by}`
}
