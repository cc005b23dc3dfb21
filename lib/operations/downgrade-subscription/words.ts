import { type CommandWords, nothingGiven } from '../declare/command-words'
import type { BodyOf } from '../declare/operation'
import type { downgradeSubscription as operation } from './operation'

export const downgradeSubscription = {
  name: 'Downgrade',
  nameOf: null,
  verbs: {
    downgrade: {
      words: 'Downgrade',
      of: 'subscription',
      fact: null,
      to: null,
      icon: 'down',
      pricedAs: 'downgrade',
      fields: ['productId'],
      optional: [],
      outcome: (_, chosen) => chosen && `Downgrade to ${chosen}`,
      rule: null,
      given: nothingGiven,
      danger: null,
    },
  },
  done: () => 'Subscription downgraded',
  tell: () => [{ key: 'downgraded' }],
  unsettles: ['product', 'endDate'],
  reasons: null,
  conditions: ['always'],
  refusedAgain: () => 'This refusal doesn’t tell us whether the first attempt worked. Check the product.',
} satisfies CommandWords<BodyOf<typeof operation>>
