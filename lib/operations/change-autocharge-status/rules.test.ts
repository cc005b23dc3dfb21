import { describe, expect, it } from 'vitest'
import type { Situation } from '../effects/effect'
import { active, knownOf, laterIn, observedAt, ofSubscription, rowsIn, situationOf } from '../effects/situation-for-tests'
import { predict, undoCommand } from '../predict'
import { rules } from '../rules'

const turned = (autochargeStatus: boolean, situation: Situation) =>
  predict(rules.changeAutochargeStatus, { params: ofSubscription, body: { autochargeStatus } }, situation)

describe('turning autocharge off', () => {
  it('says what changes, what stays, and until when access lasts', () => {
    const effect = turned(false, situationOf(active))
    expect(rowsIn(effect)).toEqual(['Autocharge: On > Off', 'End date: 30 Jun 2026 > 30 Jun 2026', 'Status: active > active'])
    expect(effect.rows.map(({ changes }) => changes)).toEqual([true, false, false])
    expect(effect.rows[0]).toMatchObject({ field: 'autoChargeStatus', beforeAsOf: observedAt, expects: false })
    expect(laterIn(effect)).toEqual([
      '..2026-06-30T12:55 The buyer keeps access. Nothing is charged or refunded.',
      '2026-06-30T12:55..2026-06-30T12:55 The subscription expires. Nothing is charged.',
      '2026-06-30T12:55.. The buyer can renew in the shop.',
    ])
    expect(effect.warnings).toEqual([])
    expect(effect.undo).toEqual({ possible: true, verb: 'Turn on autocharge', until: '2026-06-30T12:55:48.000Z', note: null })
  })

  it('says that it does not know what it does not know', () => {
    const effect = turned(false, situationOf({}))
    expect(rowsIn(effect)).toEqual(['Autocharge: ? > Off', 'End date: ? > ?', 'Status: ? > ?'])
    expect(effect.rows.map(({ changes, beforeAsOf }) => [changes, beforeAsOf])).toEqual([
      [true, null],
      [false, null],
      [false, null],
    ])
    expect(laterIn(effect)).toEqual([
      'The buyer keeps access until the end date, which we don’t know. The subscription then expires and nothing is charged.',
    ])
    expect(effect.undo).toEqual({ possible: false, why: 'We don’t know whether autocharge was on or off before.' })
  })

  it.each([
    ['frozen', 'It’s frozen, so the buyer can’t use it now, and its end date may move when it unfreezes.'],
    ['blocked', 'It’s blocked, so assume the buyer can’t use it now.'],
  ])('promises no access to one that is %s, and no day', (status, says) => {
    const { endDate: _, ...endless } = active
    for (const known of [active, endless])
      expect(laterIn(turned(false, situationOf({ ...known, status })))).toEqual([
        `${says} At its end date it expires. Nothing is charged or refunded.`,
      ])
  })

  it('shows the end date in the zone of the account', () => {
    const late = { ...active, endDate: '2026-06-30T23:30:00+00:00' }
    expect(rowsIn(turned(false, situationOf(late, { zone: 'Europe/Berlin' })))[1]).toBe('End date: 1 Jul 2026 > 1 Jul 2026')
  })

  it('shows an end date that it cannot read as it came', () => {
    const effect = turned(false, situationOf({ ...active, endDate: 'soon' }))
    expect(rowsIn(effect)[1]).toBe('End date: soon > soon')
    expect(effect.undo).toMatchObject({
      possible: true,
      until: null,
      note: expect.stringContaining('We don’t know the end date'),
    })
  })

  it('promises no access where the end date has passed, and no undo that might charge', () => {
    const effect = turned(false, situationOf({ ...active, endDate: '2026-05-13T00:00:00+00:00' }))
    expect(laterIn(effect)).toEqual([
      'The end date, 13 May 2026, has passed. Turning autocharge off doesn’t refund any charge made since.',
    ])
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('might charge the buyer straight away') })
  })

  it('says where it changes nothing', () => {
    const effect = turned(false, situationOf({ ...active, autoChargeStatus: false }))
    expect(effect.rows[0]?.changes).toBe(false)
    expect(effect.warnings).toEqual(['Our latest record shows autocharge is already off.'])
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('nothing to undo') })
  })
})

describe('turning autocharge on', () => {
  const off = { ...active, autoChargeStatus: false }

  it('of one that is frozen names no day, which may move', () => {
    const later = laterIn(turned(true, situationOf({ ...active, status: 'frozen', autoChargeStatus: false })))
    expect(later[0]).toMatch(/^Around the end date .* That date may move when it unfreezes\.$/)
    expect(later.join()).not.toContain('2026-06-30')
  })

  it('says when the next charge comes, and that its amount is not known', () => {
    const effect = turned(true, situationOf(off))
    expect(rowsIn(effect)[0]).toBe('Autocharge: Off > On')
    expect(laterIn(effect)).toEqual([
      '2026-06-30T12:55..2026-06-30T12:55 Around this time the buyer is charged and a new term starts. We don’t know the amount.',
      'Charges need an enabled token. Without one, they fail.',
    ])
    expect(effect.undo).toMatchObject({ possible: true, verb: 'Turn off autocharge', until: null })
  })

  it('marks as dangerous a charge that may come at once', () => {
    expect(laterIn(turned(true, situationOf({ ...off, endDate: '2026-05-01T00:00:00Z' })))[0]).toBe(
      '! The end date, 1 May 2026, has passed. Assume the buyer is charged straight away. We don’t know the amount.',
    )
    expect(laterIn(turned(true, situationOf({ ...off, status: 'expired' })))[0]).toMatch(/^! The subscription has expired\./)
  })

  it.each([
    ['the subscription has no active token', situationOf({ ...off, isTokenized: false }), /No active token/],
    ['every known token is disabled', situationOf(off, { tokens: { 7: knownOf({ isEnabled: false }) } }), /Every token we know/],
    [
      'its product is not for autocharge',
      situationOf({ ...off, product: { availableForAutocharge: false } }),
      /unavailable for autocharge/,
    ],
  ])('warns where %s', (_, situation, warning) => {
    expect(turned(true, situation).warnings).toEqual([expect.stringMatching(warning)])
    expect(turned(false, situation).warnings.join()).not.toMatch(warning)
  })

  it.each([
    ['every known token is disabled', { tokens: { 7: knownOf({ isEnabled: false }) } }, off],
    ['the service says that none is active', {}, { ...off, isTokenized: false }],
  ])('foretells no charge where %s', (_, more, values) => {
    const says = laterIn(turned(true, situationOf(values, more)))
    expect(says).toEqual([
      expect.stringMatching(/A charge is due|a charge is due\. We know of no active token, so expect it to fail/),
    ])
    expect(laterIn(turned(true, situationOf({ ...values, status: 'expired' }, more)))).toEqual([
      expect.stringMatching(/^The subscription has expired\. A charge may be tried straight away/),
    ])
  })

  it('says what to assume where no token is known', () => {
    const { isTokenized: _, ...unknown } = off
    expect(laterIn(turned(true, situationOf(unknown)))[0]).toMatch(/so assume the buyer is charged\.$/)
  })

  it('takes the word of a token that was enabled here since over an older one of the subscription', () => {
    const isEnabled = {
      value: true,
      observedAt: '2026-05-14T12:05:00.000Z',
      source: 'action',
      operation: 'enableToken',
      person: null,
    } as const
    const effect = turned(true, situationOf({ ...off, isTokenized: false }, { tokens: { 7: { isEnabled } } }))
    expect([effect.tokens, effect.warnings]).toEqual(['active', []])
  })

  it('does not warn of tokens where one is enabled or none is told', () => {
    const tokens = { 7: knownOf({ isEnabled: false }), 8: knownOf({ isEnabled: true }) }
    expect(turned(true, situationOf(off, { tokens })).warnings).toEqual([])
    expect(turned(true, situationOf(off, { tokens: {} })).warnings).toEqual([])
  })

  it('is undone with a reason, which turning off takes', () => {
    const undone = undoCommand(
      rules.changeAutochargeStatus,
      { params: ofSubscription, body: { autochargeStatus: true } },
      knownOf(off),
      new Date(),
      'UTC',
    )
    expect(undone.command).toEqual({
      operation: 'changeAutochargeStatus',
      params: ofSubscription,
      body: { autochargeStatus: false, reason: 'Undo: autocharge had been turned on' },
    })
  })
})

describe.each([true, false])('a status, with autocharge turned %s', (autochargeStatus) => {
  it.each([
    ['disabled', 'The subscription is disabled and can’t be reactivated. Expect the service to refuse this.'],
    ['suspended', 'The subscription is suspended and can’t be reactivated. Expect the service to refuse this.'],
    ['blocked', 'The subscription is blocked because a held payment couldn’t be collected. The service may refuse this.'],
    [
      'frozen',
      'The subscription is frozen until 4 Jun 2026. Its end date may move when it unfreezes. The service may refuse this.',
    ],
    ['paused', 'We don’t recognise the status “paused”. Check the service’s own panel before you act.'],
  ])('%s is warned of', (status, warning) => {
    const freezeDetails =
      status === 'frozen' ? { frozenAt: '2026-05-05T12:26:56+00:00', unfreezeAt: '2026-06-04T00:00:00+00:00' } : null
    const situation = situationOf({ ...active, autoChargeStatus: !autochargeStatus, status, freezeDetails })
    const effect = turned(autochargeStatus, situation)
    expect(effect.warnings).toEqual([warning])
    const hasEnded = status === 'disabled' || status === 'suspended'
    expect(effect.later.length === 0).toBe(hasEnded)
    expect(effect.undo.possible).toBe(!hasEnded)
  })
})

it('says where a fact was typed by a person', () => {
  const situation = situationOf(active)
  const typed = { ...situation.known.endDate, source: 'person', person: 'Nadia Kerr' } as Situation['known'][string]
  const effect = turned(false, { ...situation, known: { ...situation.known, endDate: typed } })
  expect(effect.warnings).toEqual(['The current “End date” was typed by a person and isn’t confirmed by the service.'])
})

describe('a form that is half filled in', () => {
  const half = (situation: Situation) => predict(rules.changeAutochargeStatus, { params: ofSubscription, body: {} }, situation)

  it('foretells nothing, and says of nothing that it is so already', () => {
    expect(half(situationOf(active))).toMatchObject({ later: [], warnings: [] })
    expect(rowsIn(half(situationOf({})))[0]).toBe('Autocharge: ? > ?')
    expect(half(situationOf({})).rows[0]?.changes).toBe(true)
  })
})

describe('autocharge that is on', () => {
  it('is told to be on already', () => {
    expect(turned(true, situationOf(active)).warnings).toEqual(['Our latest record shows autocharge is already on.'])
  })

  it('charges around an end date that may not be known', () => {
    expect(laterIn(turned(true, situationOf({ autoChargeStatus: false, isTokenized: true })))).toEqual([
      'Around the end date the buyer is charged and a new term starts. We don’t know the amount. We don’t know that date.',
      'Charges need an enabled token. Without one, they fail.',
    ])
  })

  it.each([true, undefined])('is not warned of for a product whose availability is %s', (availableForAutocharge) => {
    const values = { ...active, autoChargeStatus: false, product: { availableForAutocharge } }
    expect(turned(true, situationOf(values)).warnings).toEqual([])
  })

  it('is turned on again to take its end back', () => {
    const body = { autochargeStatus: false, reason: 'Asked' }
    const { now } = situationOf({})
    expect(undoCommand(rules.changeAutochargeStatus, { params: ofSubscription, body }, knownOf(active), now, 'UTC')).toEqual({
      command: { operation: 'changeAutochargeStatus', params: ofSubscription, body: { autochargeStatus: true } },
    })
  })
})
