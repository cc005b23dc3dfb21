import { describe, expect, it } from 'vitest'
import { inverse, predict } from '.'
import type { Situation } from './effect'
import { active, knownOf, laterIn, observedAt, ofSubscription, rowsIn, situationOf } from './situation-for-tests'

const turned = (autochargeStatus: boolean, situation: Situation) =>
  predict('changeAutochargeStatus', { params: ofSubscription, body: { autochargeStatus } }, situation)

describe('turning autocharge off', () => {
  it('says what changes, what stays, and until when access lasts', () => {
    const effect = turned(false, situationOf(active))
    expect(rowsIn(effect)).toEqual(['Autocharge: On > Off', 'End date: 30 Jun 2026 > 30 Jun 2026', 'Status: active > active'])
    expect(effect.rows.map(({ changes }) => changes)).toEqual([true, false, false])
    expect(effect.rows[0]).toMatchObject({ field: 'autoChargeStatus', beforeAsOf: observedAt, expects: false })
    expect(laterIn(effect)).toEqual([
      '..2026-06-30T12:55 Access stays. Nothing is charged or refunded.',
      '2026-06-30T12:55..2026-06-30T12:55 The subscription expires, and nothing is charged.',
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
      'Access stays until the end date, which is not known here. Then it expires, and nothing is charged.',
    ])
    expect(effect.undo).toEqual({ possible: false, why: 'Whether autocharge was on or off before is not known.' })
  })

  it('shows the end date in the zone of the account', () => {
    const late = { ...active, endDate: '2026-06-30T23:30:00+00:00' }
    expect(rowsIn(turned(false, situationOf(late, { zone: 'Europe/Berlin' })))[1]).toBe('End date: 1 Jul 2026 > 1 Jul 2026')
  })

  it('shows an end date that it cannot read as it came', () => {
    const effect = turned(false, situationOf({ ...active, endDate: 'soon' }))
    expect(rowsIn(effect)[1]).toBe('End date: soon > soon')
    expect(effect.undo).toMatchObject({ possible: true, until: null, note: expect.stringContaining('not known') })
  })

  it('promises no access where the end date has passed, and no undo that might charge', () => {
    const effect = turned(false, situationOf({ ...active, endDate: '2026-05-13T00:00:00+00:00' }))
    expect(laterIn(effect)).toEqual(['The end date, 13 May 2026, has passed. This takes back no charge made since.'])
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('might charge the buyer at once') })
  })

  it('says where it changes nothing', () => {
    const effect = turned(false, situationOf({ ...active, autoChargeStatus: false }))
    expect(effect.rows[0]?.changes).toBe(false)
    expect(effect.warnings).toEqual(['Autocharge is off already, as far as is known.'])
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('nothing to take back') })
  })
})

describe('turning autocharge on', () => {
  const off = { ...active, autoChargeStatus: false }

  it('says when the next charge comes, and that its amount is not known', () => {
    const effect = turned(true, situationOf(off))
    expect(rowsIn(effect)[0]).toBe('Autocharge: Off > On')
    expect(laterIn(effect)).toEqual([
      '2026-06-30T12:55..2026-06-30T12:55 About then the buyer is charged and a new term starts. The amount is not known here.',
      'A charge needs an enabled token. Without one it fails.',
    ])
    expect(effect.undo).toMatchObject({ possible: true, verb: 'Turn off autocharge', until: null })
  })

  it('marks as dangerous a charge that may come at once', () => {
    expect(laterIn(turned(true, situationOf({ ...off, endDate: '2026-05-01T00:00:00Z' })))[0]).toBe(
      '! The end date, 1 May 2026, has passed. The buyer may be charged at once: when is not documented, and the amount is not known here.',
    )
    expect(laterIn(turned(true, situationOf({ ...off, status: 'expired' })))[0]).toMatch(/^! The term is over\./)
  })

  it.each([
    ['the subscription has no active token', situationOf({ ...off, isTokenized: false }), /No active token/],
    ['every known token is disabled', situationOf(off, { tokens: { 7: knownOf({ isEnabled: false }) } }), /Every token known/],
    ['its product is not for autocharge', situationOf({ ...off, product: { availableForAutocharge: false } }), /not available/],
  ])('warns where %s', (_, situation, warning) => {
    expect(turned(true, situation).warnings).toEqual([expect.stringMatching(warning)])
    expect(turned(false, situation).warnings.join()).not.toMatch(warning)
  })

  it('does not warn of tokens where one is enabled or none is told', () => {
    const tokens = { 7: knownOf({ isEnabled: false }), 8: knownOf({ isEnabled: true }) }
    expect(turned(true, situationOf(off, { tokens })).warnings).toEqual([])
    expect(turned(true, situationOf(off, { tokens: {} })).warnings).toEqual([])
  })

  it('is undone with a reason, which turning off takes', () => {
    const undone = inverse(
      'changeAutochargeStatus',
      { params: ofSubscription, body: { autochargeStatus: true } },
      knownOf(off),
      new Date(),
      'UTC',
    )
    expect(undone.command).toEqual({
      operation: 'changeAutochargeStatus',
      params: ofSubscription,
      body: { autochargeStatus: false, reason: 'Undone: autocharge had been turned on' },
    })
  })
})

describe.each([true, false])('a status, with autocharge turned %s', (autochargeStatus) => {
  it.each([
    ['disabled', 'The subscription is disabled: it has ended and cannot be revived. Expect the service to refuse this.'],
    ['suspended', 'The subscription is suspended: it has ended and cannot be revived. Expect the service to refuse this.'],
    ['blocked', 'The subscription is blocked because collecting held money failed. The service may refuse this.'],
    ['frozen', 'The subscription is frozen until 4 Jun 2026. Its end date may move when it thaws. The service may refuse this.'],
    ['paused', 'The service’s documents do not name the status “paused”: what this does then is not known.'],
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
  expect(effect.warnings).toEqual(['End date before is as a person typed it, not as the service answered.'])
})
