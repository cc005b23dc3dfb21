import { type CommandWords, nothingGiven } from '../declare/command-words'
import type { BodyOf } from '../declare/operation'
import type { changeBuyerEmail as operation } from './operation'

export const changeBuyerEmail = {
  name: 'Change e-mail',
  nameOf: null,
  verbs: {
    changeEmail: {
      words: 'Change e-mail',
      of: 'buyer',
      fact: 'email',
      to: null,
      key: 'm',
      fields: ['email'],
      optional: [],
      rule: null,
      given: nothingGiven,
      danger: null,
    },
  },
  done: () => 'E-mail changed',
  tell: () => [{ key: 'emailChanged' }],
  unsettles: [],
  reasons: null,
  conditions: ['always'],
  refusedAgain: (status) =>
    status === 409
      ? 'The address is in use, maybe by this buyer since your first attempt. Check the buyer’s e-mail address.'
      : null,
} satisfies CommandWords<BodyOf<typeof operation>>
