import { undated } from './command-effects'
import { switching } from './switch-token'

export const enableToken = switching(true, {
  later: (_, { now }) => [
    { from: now.toISOString(), until: null, says: 'This token can be charged again, by autocharge too.', danger: false },
    undated('Nothing is charged for enabling it.'),
    undated('Only this token is enabled. Other tokens of the same payment method stay as they are.'),
  ],
  warnings: () => [],
})
