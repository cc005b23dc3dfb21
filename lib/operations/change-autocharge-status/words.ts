import { longDay } from '@/lib/core/dates'
import type { CommandWords } from '../declare/command-words'
import type { BodyOf } from '../declare/operation'
import { type After, hasEnded, runs, thenCharged } from '../effects/outlook'
import type { changeAutochargeStatus as operation } from './operation'

export const changeAutochargeStatus = {
  name: 'Change autocharge',
  nameOf: ({ autochargeStatus: on }) => (on === undefined ? null : on ? 'Turn on autocharge' : 'Turn off autocharge'),
  verbs: {
    autochargeOff: {
      words: 'Turn off autocharge',
      of: 'subscription',
      fact: 'autoChargeStatus',
      to: false,
      key: 'a',
      icon: 'power',
      fields: ['reason', 'comment'],
      optional: ['comment'],
      reason: 'optional',
      given: () => ({ autochargeStatus: false }),
    },
    // The service refuses a reason here (service-interface, Change autocharge status, rule 3), so there is no field for one.
    autochargeOn: {
      words: 'Turn on autocharge',
      of: 'subscription',
      fact: 'autoChargeStatus',
      to: true,
      key: 'a',
      icon: 'power',
      fields: [],
      given: () => ({ autochargeStatus: true }),
    },
  },
  done: ({ autochargeStatus }) => `Autocharge is ${autochargeStatus === true ? 'on' : 'off'}`,
  tell({ autochargeStatus }, after) {
    if (after.autocharge !== autochargeStatus) return null // the answer says otherwise
    return after.autocharge ? autochargeOn(after) : autochargeOff(after)
  },
  reasons: ['Requested by buyer', 'Too expensive', 'Not using it', 'Bought twice', 'Other'],
  conditions: ['always'],
  refusedAgain: null,
} satisfies CommandWords<BodyOf<typeof operation>>

function autochargeOff(after: After): string {
  const off = 'Your subscription won’t renew automatically.'
  if (runs(after)) return `${off} You’ll have access until ${after.end === null ? 'it ends' : longDay(after.end)}.`
  return after.status === null && after.end !== null && !after.isOver ? `${off} Its end date is ${longDay(after.end)}.` : off
}

function autochargeOn(after: After): string | null {
  if (hasEnded(after)) return null
  const on = 'Automatic renewal is on for your subscription'
  if (after.outlook === 'fails') return `${on}, but none of your payment methods can be charged at the moment. Please add one.`
  if (after.isOver) return `${on}. Your payment method may be charged soon.`
  if (after.end === null) return `${on}.`
  return `Your subscription is set to renew automatically around ${longDay(after.end)}. ${thenCharged(after)}`
}
