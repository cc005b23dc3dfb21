import type { CommandWords } from '../declare/command-words'
import type { BodyOf } from '../declare/operation'
import type { enableToken as operation } from './operation'

export const enableToken = {
  name: 'Enable token',
  nameOf: null,
  verbs: {
    enableToken: {
      words: 'Enable token',
      of: 'token',
      fact: 'isEnabled',
      to: true,
      key: 't',
      fields: [],
      optional: [],
      rule: null,
      given: ({ tokenId }) => ({ chargeMethodTokenId: tokenId }),
      danger: null,
    },
  },
  done: ({ chargeMethodTokenId }) => `Token ${chargeMethodTokenId} is enabled`,
  tell: () => [{ key: 'tokenOn' }],
  unsettles: [],
  reasons: null,
  conditions: ['always'],
  refusedAgain: null,
} satisfies CommandWords<BodyOf<typeof operation>>
