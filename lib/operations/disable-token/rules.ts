import { undated } from '../declare/command-rules'
import type { KnownThing, Situation } from '../effects/effect'
import { factIn } from '../effects/rows'
import { switching } from './switching'

/** One token is one way to charge a payment method; the method is off only when each of its tokens is (service-facts 2.4). */
export const rules = switching(false, {
  undoneBy: { operation: 'enableToken', verb: 'Enable token' },
  later: (tokenId, situation) => [
    { from: situation.now.toISOString(), until: null, says: 'Charges with this token fail.', danger: false },
    undated(`Only this token is disabled. ${others(tokenId, situation)}`),
    undated(
      isLast(tokenId, situation.tokens)
        ? 'Expect autocharge to fail until a token is enabled.'
        : 'Autocharge may use another of the buyer’s tokens. If none is enabled, it fails.',
    ),
  ],
  warnings: (tokenId, { tokens }) =>
    isLast(tokenId, tokens) ? ['We know of no other enabled token for this buyer. Expect autocharge to fail.'] : [],
})

const isLast = (tokenId: string, tokens: Situation['tokens']): boolean =>
  tokens !== undefined && enabledBeside(tokenId, tokens).length === 0

function others(tokenId: string, { known, tokens }: Situation): string {
  const method = factIn(known, 'method')
  const unknown = 'Other tokens for this payment method aren’t affected.'
  if (!tokens || typeof method !== 'string') return unknown
  const count = enabledBeside(tokenId, tokens).filter((token) => factIn(token, 'method') === method).length
  if (count === 0) return 'We know of no other enabled token for this payment method.'
  return count === 1
    ? 'One other token for this payment method stays enabled.'
    : `${count} other tokens for this payment method stay enabled.`
}

const enabledBeside = (tokenId: string, tokens: Readonly<Record<string, KnownThing>>): KnownThing[] =>
  Object.entries(tokens).flatMap(([id, token]) => (id !== tokenId && factIn(token, 'isEnabled') === true ? [token] : []))
