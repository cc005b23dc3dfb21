import type { CommandWords } from '../declare/command-words'
import type { BodyOf } from '../declare/operation'
import type { disableToken as operation } from './operation'

export const disableToken = {
  name: 'Disable token',
  nameOf: null,
  verbs: {
    disableToken: {
      words: 'Disable token',
      of: 'token',
      fact: 'isEnabled',
      to: false,
      key: 't',
      fields: [],
      optional: [],
      rule: null,
      given: ({ tokenId }) => ({ chargeMethodTokenId: tokenId }),
      danger: null,
    },
  },
  done: ({ chargeMethodTokenId }) => `Token ${chargeMethodTokenId} is disabled`,
  tell: () => [{ key: 'tokenOff' }],
  unsettles: [],
  reasons: null,
  conditions: ['always'],
  refusedAgain: null,
} satisfies CommandWords<BodyOf<typeof operation>>
