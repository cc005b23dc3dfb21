import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ActOutcome, knownAfter, knownIfDone } from './acts'
import { type Answer, type at, knownOfTicket, refund, reply, subscription } from './ticket-for-tests'
import { withoutUnsettled } from './unsettled'

const kinds = ['done', 'differs', 'asked', 'unconfirmed', 'refused', 'not-sent'] as const satisfies ActOutcome['kind'][]

const tickets = [
  ['cancel', { autocharge: 'off' }],
  ['cancel', { autocharge: 'refund', charge: 'o-1 c-1', amount: '42.84' }],
  ['refund', { charge: 'o-1 c-1', amount: '12.50', why: 'renewal', autocharge: 'off' }],
  ['charge', { charge: 'o-1 c-1', theirs: 'no', stopped: 'done' }],
  ['renewal', { order: 'o-2 c-0', want: 'leave', autocharge: 'off' }],
  ['plan', { plan: 'p-0' }],
  ['cancel', { subscription: 's-1', autocharge: 'off', charge: 'no' }],
] as const satisfies [Parameters<typeof at>[0], Answer][]

const commands = ['changeAutochargeStatus', 'changeExpirationDate', 'downgradeSubscription']

const plans = new Map([
  ['s-1', { plans: [{ id: 'p-0', name: 'Mini', term: '1 month', months: 1, price: '5.45', monthly: '5.45' }], currency: 'EUR' }],
])

it('no reply promises what was not done, whatever became of each act', () => {
  const facts = fc.record({
    autocharge: fc.constantFrom(true, false, null),
    requested: fc.boolean(),
    unsettled: fc.subarray(commands),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...tickets),
      facts,
      fc.array(fc.constantFrom(...kinds), { maxLength: 3 }),
      (ticket, given, became) => {
        const [name, answers] = ticket
        const listed = knownOfTicket({
          plans,
          subscriptions: [subscription(given.autocharge)],
          refunds: given.requested ? [refund] : [],
        })
        const unsettled = given.unsettled.map((operation) => ({ operation, subscriptionId: 's-1' }))
        const known = withoutUnsettled(listed, unsettled)
        const { acts } = reply(name, answers, known)
        const outcomes = new Map(
          acts.flatMap(({ key }, place) => (became[place] ? [[key, { kind: became[place] }] as const] : [])),
        )
        const { parts } = reply(name, answers, knownAfter(known, acts, outcomes))
        const says = (key: string) => parts.some((part) => part.key === key)
        const kindOf = (part: string) => outcomes.get(acts.find(({ key }) => key.startsWith(part))?.key ?? '')?.kind
        const isSettled = !given.unsettled.includes('changeAutochargeStatus')
        const isOff =
          kindOf('off') === 'done' ||
          (isSettled && given.autocharge === false && !['unconfirmed', 'differs'].includes(kindOf('off') ?? ''))
        if (says('kept')) expect(given).toMatchObject({ autocharge: true, unsettled: [] })
        if (says('accessUntil')) expect(given.unsettled.filter((each) => each !== 'changeAutochargeStatus')).toEqual([])
        if (says('renewsNoMore') || says('accessUntil') || says('renewalLeave')) expect(isOff).toBe(true)
        if (says('refundAsked')) expect(given.requested || kindOf('refund') === 'done').toBe(true)
        if (says('planMoved')) expect(kindOf('plan')).toBe('done')
      },
    ),
    { numRuns: 2_000 },
  )
})

it('the reply that was shown before is the one that is borne out once all of it is done', () => {
  for (const [name, answers] of tickets) {
    const known = knownOfTicket({ plans })
    const { acts } = reply(name, answers, known)
    expect(acts.length, name).toBeGreaterThan(0)
    const done = knownAfter(known, acts, new Map(acts.map(({ key }) => [key, { kind: 'done' }])))
    const after = reply(name, answers, done)
    expect(after.gaps, name).toEqual([])
    expect(after.parts, name).toEqual(reply(name, answers, knownIfDone(known, acts)).parts)
    expect(
      after.acts.map(({ nothing }) => nothing === null),
      name,
    ).not.toContain(true)
  }
})
