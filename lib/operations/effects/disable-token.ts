import { undated } from './command-effects'
import type { KnownThing, Situation } from './effect'
import { factIn } from './rows'
import { switching } from './switch-token'

/** One token is one way to charge a payment method; the method is off only when each of its tokens is (service-facts 2.4). */
export const disableToken = switching(false, {
  later: (tokenId, situation) => [
    { from: situation.now.toISOString(), until: null, says: 'A charge with this token fails.', danger: false },
    undated(`Only this token is disabled. ${others(tokenId, situation)}`),
    undated('Autocharge may use another token of the buyer. Without one it fails.'),
  ],
  warnings: (tokenId, { tokens }) =>
    tokens && enabledBeside(tokenId, tokens).length === 0
      ? ['No other token of this buyer is known to be enabled: autocharge would fail.']
      : [],
})

function others(tokenId: string, { known, tokens }: Situation): string {
  const method = factIn(known, 'method')
  const unknown = 'Other tokens of the same payment method stay usable.'
  if (!tokens || typeof method !== 'string') return unknown
  const count = enabledBeside(tokenId, tokens).filter((token) => factIn(token, 'method') === method).length
  if (count === 0) return 'No other token of the same payment method is known to be enabled.'
  return count === 1
    ? 'One other token of the same payment method stays usable.'
    : `${count} other tokens of the same payment method stay usable.`
}

const enabledBeside = (tokenId: string, tokens: Readonly<Record<string, KnownThing>>): KnownThing[] =>
  Object.entries(tokens).flatMap(([id, token]) => (id !== tokenId && factIn(token, 'isEnabled') === true ? [token] : []))
