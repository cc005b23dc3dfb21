import type { ReplyPart } from '@/lib/core/reply-part'
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
      optional: ['reason', 'comment'],
      rule: null,
      given: () => ({ autochargeStatus: false }),
      danger: null,
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
      optional: [],
      rule: null,
      given: () => ({ autochargeStatus: true }),
      danger: null,
    },
  },
  done: ({ autochargeStatus }) => `Autocharge is ${autochargeStatus === true ? 'on' : 'off'}`,
  tell({ autochargeStatus }, after) {
    if (after.autocharge !== autochargeStatus) return null // the answer says otherwise
    return after.autocharge ? autochargeOn(after) : autochargeOff(after)
  },
  unsettles: ['autoChargeStatus'],
  reasons: ['Requested by buyer', 'Too expensive', 'Not using it', 'Bought twice', 'Other'],
  conditions: ['always'],
  refusedAgain: null,
} satisfies CommandWords<BodyOf<typeof operation>>

function autochargeOff(after: After): ReplyPart[] {
  const off: ReplyPart = { key: 'renewalOff' }
  const facts = { until: after.end }
  if (runs(after)) return [off, after.end === null ? { key: 'accessUntilItEnds' } : { key: 'accessUntil', facts }]
  return after.status === null && after.end !== null && !after.isOver ? [off, { key: 'endDateIs', facts }] : [off]
}

function autochargeOn(after: After): ReplyPart[] | null {
  if (hasEnded(after)) return null
  const on: ReplyPart = { key: 'renewalOn' }
  if (after.outlook === 'fails') return [on, { key: 'needsMethod' }]
  if (after.isOver) return [on, { key: 'chargedSoon' }]
  // A frozen one's end date may move, and a blocked one may not get that far.
  if (after.end === null || (after.status !== null && !runs(after))) return [on]
  return [{ key: 'renewsAround', facts: { until: after.end } }, thenCharged(after)]
}
