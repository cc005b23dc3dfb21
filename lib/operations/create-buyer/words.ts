import { type CommandWords, nothingGiven } from '../declare/command-words'
import type { BodyOf } from '../declare/operation'
import type { createBuyer as operation } from './operation'

export const createBuyer = {
  name: 'Create buyer',
  nameOf: null,
  verbs: {
    createBuyer: {
      words: 'Create buyer',
      of: null,
      fact: null,
      to: null,
      fields: ['email', 'country', 'locale', 'zip', 'state'],
      optional: ['locale', 'zip', 'state'],
      rule: null,
      given: nothingGiven,
      danger: null,
    },
  },
  done: () => 'Buyer created',
  tell: null,
  unsettles: [],
  reasons: null,
  conditions: ['always'],
  refusedAgain: null,
} satisfies CommandWords<BodyOf<typeof operation>>
