import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayIn, daysAfter, daysBetween, iso, momentOf, startOfDay } from '@/lib/core/dates'
import { type CommandName, operations } from '..'
import { predict, undoCommand } from '../predict'
import { rules } from '../rules'
import type { Situation } from './effect'
import { knownOf, ofSubscription } from './situation-for-tests'

const commands = [
  'createBuyer',
  'createInitialOrder',
  'changeAutochargeStatus',
  'changeExpirationDate',
  'downgradeSubscription',
  'changeBuyerEmail',
  'disableToken',
  'enableToken',
] as const
const reversible = ['changeAutochargeStatus', 'changeExpirationDate', 'changeBuyerEmail', 'disableToken', 'enableToken'] as const

const span = { min: new Date('2015-01-01'), max: new Date('2098-12-31'), noInvalidDate: true }
const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
// Days on which some clock is changed, and the first and last hours around them, beside any moment.
const clockChanges = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-03-08T07:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-04-04T14:00:00Z',
  '2026-04-23T22:00:00Z',
]
const nearChange = fc
  .tuple(fc.constantFrom(...clockChanges), fc.integer({ min: -36 * 60, max: 36 * 60 }))
  .map(([at, minutes]) => new Date(Date.parse(at) + minutes * 60_000))
const now = fc.oneof(fc.date(span), nearChange)
const ahead = fc.constantFrom(0, 0, 90_000, -90_000, 3_600_000)

const endDate = fc.oneof(
  fc.date(span).map((date) => date.toISOString()),
  fc.constantFrom('9999-12-31T23:59:59+00:00', '2026-03-29T00:30:00+02:00', 'soon', '2026-06-30 12:00:00', ''),
)
const fields = {
  endDate,
  autoChargeStatus: fc.option(fc.boolean()),
  status: fc.constantFrom('active', 'active', 'active', 'frozen', 'expired', 'blocked', 'disabled', 'suspended', 'paused'),
  isTokenized: fc.option(fc.boolean()),
  freezeDetails: fc.option(fc.record({ frozenAt: endDate, unfreezeAt: endDate })),
  product: fc.option(
    fc.record({
      id: fc.uuid(),
      name: fc.option(fc.string()),
      durationDays: fc.option(fc.maxSafeNat()),
      isTrial: fc.option(fc.boolean()),
    }),
  ),
  isEnabled: fc.boolean(),
  method: fc.constantFrom('a', 'b'),
  email: fc.constantFrom('a@example.test', 'b@example.test', 'a••@e••••••.test'),
}
const subscription = fc.oneof(fc.record(fields), fc.record(fields, { requiredKeys: [] }))
const anything = fc.dictionary(
  fc.constantFrom(
    'endDate',
    'autoChargeStatus',
    'status',
    'product',
    'freezeDetails',
    'isEnabled',
    'email',
    'isTokenized',
    'method',
  ),
  fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
)
const known = fc.oneof({ weight: 3, arbitrary: subscription }, { weight: 1, arbitrary: anything }).map(knownOf)

const day = fc.oneof(
  fc.date(span).map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('2026-03-29', '2099-12-31'),
)
const body = {
  createBuyer: fc.record({ email: fc.constant('a@example.test'), country: fc.constant('DE') }),
  createInitialOrder: fc.record({
    isMobile: fc.boolean(),
    returnUrl: fc.constant('https://shop.example.test/'),
    products: fc.array(fc.record({ productCode: fc.constant('NWPLUS3') }), { minLength: 1 }),
  }),
  changeAutochargeStatus: fc.record({ autochargeStatus: fc.boolean() }),
  changeExpirationDate: fc.record({ expirationDate: day, reason: fc.constant('Asked') }),
  downgradeSubscription: fc.record({ productId: fc.uuid() }),
  changeBuyerEmail: fc.record({ email: fc.constantFrom('a@example.test', 'b@example.test') }),
  disableToken: fc.record({ chargeMethodTokenId: fc.constant(1190417) }),
  enableToken: fc.record({ chargeMethodTokenId: fc.constant(1190417) }),
}
const command = (names: readonly (keyof typeof body)[]) =>
  fc
    .constantFrom(...names)
    .chain((operation) => fc.record({ operation: fc.constant(operation), body: body[operation] as fc.Arbitrary<object> }))
const inputOf = (body: unknown) => ({ params: ofSubscription, body })

describe('a prediction', () => {
  it('never fails, whatever is known, at any moment and in any zone', () => {
    const situation = fc.record({
      known,
      now,
      zone,
      tokens: fc.option(fc.dictionary(fc.constantFrom('1', '1190417'), known), { nil: undefined }),
    })
    const half = fc.constantFrom(undefined, null, {}, { expirationDate: '2026-' })
    fc.assert(
      fc.property(command(commands), half, situation, ({ operation, body }, unfinished, given) => {
        const effect = predict(rules[operation], inputOf(body), given as Situation)
        predict(rules[operation], inputOf(unfinished), given as Situation)
        for (const { from, until } of effect.later)
          for (const at of [from, until]) if (at !== null) expect(iso(Date.parse(at))).toBe(at)
        for (const { before, after } of effect.rows)
          for (const words of [before, after]) expect(words === null || typeof words === 'string').toBe(true)
        expect(JSON.stringify([effect.later, effect.warnings, effect.undo])).not.toContain('example.test')
      }),
      { numRuns: 1000 },
    )
  })

  it('warns of a subscription that has ended, whatever is to be done to it, and offers no undo', () => {
    const onSubscription = command(['changeAutochargeStatus', 'changeExpirationDate', 'downgradeSubscription'])
    const ended = fc.record({ values: subscription, status: fc.constantFrom('disabled', 'suspended'), now, zone })
    fc.assert(
      fc.property(onSubscription, ended, ({ operation, body }, { values, status, now, zone }) => {
        const { warnings, undo } = predict(rules[operation], inputOf(body), { known: knownOf({ ...values, status }), now, zone })
        expect(warnings.filter((each) => each.includes('can’t be reactivated'))).toHaveLength(1)
        expect(undo.possible).toBe(false)
      }),
    )
  })
})

describe('undo', () => {
  it('is promised exactly where there is a command for it, and until exactly when there is one', () => {
    fc.assert(
      fc.property(command(commands), known, now, zone, ahead, ({ operation, body }, known, now, zone, ahead) => {
        const { undo } = predict(rules[operation], inputOf(body), { known, now, zone, ahead })
        const at = (ms: number) => undoCommand(rules[operation], inputOf(body), known, new Date(ms), zone, ahead).command !== null
        expect(undo.possible).toBe(at(now.getTime()))
        if (!undo.possible || undo.until === null) return
        expect([at(Date.parse(undo.until) - 1), at(Date.parse(undo.until))]).toEqual([true, false])
      }),
      { numRuns: 1000 },
    )
  })

  it('is a request that the operation takes', () => {
    fc.assert(
      fc.property(command(reversible), known, now, zone, ({ operation, body }, known, now, zone) => {
        const { command } = undoCommand(rules[operation], inputOf(body), known, now, zone)
        if (command === null) return
        expect(operations[command.operation as (typeof reversible)[number]].body.safeParse(command.body).success).toBe(true)
        expect(command.params).toEqual(ofSubscription)
      }),
      { numRuns: 1000 },
    )
  })

  it('never sets an end date of today, of tomorrow or of the past', () => {
    const soon = fc.record({
      now,
      zone,
      minutes: fc.integer({ min: -4 * 1440, max: 8 * 1440 }),
      to: fc.integer({ min: -2, max: 40 }),
    })
    let offered = 0
    fc.assert(
      fc.property(soon, ({ now, zone, minutes, to }) => {
        const before = knownOf({ endDate: iso(now.getTime() + minutes * 60_000) })
        const today = dayIn(now.getTime(), zone)
        const input = inputOf({ expirationDate: daysAfter(today, to), reason: 'Asked' })
        const { command } = undoCommand(rules.changeExpirationDate, input, before, now, zone)
        if (command === null) return
        offered += 1
        const { expirationDate } = command.body as { expirationDate: string }
        expect(expirationDate).toBe(dayIn(now.getTime() + minutes * 60_000, zone))
        expect(daysBetween(today, expirationDate)).toBeGreaterThan(1)
      }),
      { numRuns: 2000 },
    )
    expect(offered).toBeGreaterThan(100)
  })

  it('undone again sets what was set first', () => {
    let undone = 0
    fc.assert(
      fc.property(command(reversible), subscription, now, zone, ({ operation, body }, values, now, zone) => {
        const { command } = undoCommand(rules[operation], inputOf(body), knownOf(values), now, zone)
        const after = knownOf({ ...values, ...setBy(operation, body, zone) })
        const again = command && undoCommand(rules[command.operation as CommandName], command, after, now, zone)
        if (!command || !again?.command) return
        undone += 1
        expect(again.command.operation).toBe(operation)
        const { reason: _, ...state } = again.command.body as Record<string, unknown>
        expect(body).toMatchObject(state)
      }),
      { numRuns: 2000 },
    )
    expect(undone).toBeGreaterThan(100)
  })
})

/** What is known of the thing once a command is done. */
function setBy(operation: string, body: object, zone: string): Record<string, unknown> {
  const { autochargeStatus, expirationDate, email } = body as {
    autochargeStatus?: boolean
    expirationDate?: string
    email?: string
  }
  if (operation === 'changeAutochargeStatus') return { autoChargeStatus: autochargeStatus }
  if (operation === 'changeExpirationDate') return { endDate: iso(startOfDay(expirationDate ?? '', zone)) }
  return operation === 'changeBuyerEmail' ? { email } : { isEnabled: operation === 'enableToken' }
}

describe('a day in a zone', () => {
  it('begins at its first moment, also where clocks are changed', () => {
    fc.assert(
      fc.property(now, zone, (now, zone) => {
        const key = dayIn(now.getTime(), zone)
        const start = startOfDay(key, zone)
        expect([dayIn(start, zone), start <= now.getTime()]).toEqual([key, true])
        expect(daysBetween(dayIn(start - 1, zone), key)).toBeGreaterThan(0)
      }),
    )
  })

  it('is looked for in vain where the zone left it out', () => {
    expect(iso(startOfDay('2011-12-30', 'Pacific/Apia'))).toBe('2011-12-30T10:00:00.000Z')
    expect(iso(startOfDay('2026-04-24', 'Africa/Cairo'))).toBe('2026-04-23T22:00:00.000Z')
  })

  it.each<[unknown, string | null]>([
    ['2026-06-30T12:55:48+02:00', '2026-06-30T10:55:48.000Z'],
    ['2026-06-30T12:55:48', null],
    ['2026-06-30 12:55:48', null],
    [1_782_000_000_000, null],
  ])('a moment is read of %j', (value, moment) => {
    const read = momentOf(value)
    expect(read && iso(read)).toBe(moment)
  })
})
