import type { CommandWords } from '../declare/command-words'
import type { BodyOf } from '../declare/operation'
import type { createInitialOrder as operation } from './operation'

/** It has no verb: an order has a form of its own. */
export const createInitialOrder = {
  name: 'Create payment link',
  nameOf: null,
  verbs: {},
  done: () => 'Payment link created',
  tell: null,
  unsettles: [],
  reasons: null,
  conditions: ['always', 'discountOver'],
  refusedAgain: null,
} satisfies CommandWords<BodyOf<typeof operation>>
