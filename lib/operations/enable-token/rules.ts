import { undated } from '../declare/command-rules'
import { switching } from '../disable-token/switching'

export const rules = switching(true, {
  undoneBy: { operation: 'disableToken', verb: 'Disable token' },
  later: (_, { now }) => [
    { from: now.toISOString(), until: null, says: 'This token can be charged again, including by autocharge.', danger: false },
    undated('Enabling a token charges nothing.'),
    undated('Only this token is enabled. Other tokens for this payment method don’t change.'),
  ],
  warnings: () => [],
})
