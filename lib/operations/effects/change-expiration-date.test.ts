import { describe, expect, it } from 'vitest'
import { inverse, predict } from '.'
import type { Situation } from './effect'
import { active, knownOf, laterIn, ofSubscription, rowsIn, situationOf } from './situation-for-tests'

const moved = (expirationDate: string, situation: Situation) =>
  predict('changeExpirationDate', { params: ofSubscription, body: { expirationDate, reason: 'Asked' } }, situation)

describe('moving the end date', () => {
  it('counts the days won, and moves the charge', () => {
    const effect = moved('2026-07-31', situationOf(active))
    expect(rowsIn(effect)).toEqual([
      'End date: 30 Jun 2026, 12:55 > 31 Jul 2026',
      'Autocharge: On > On',
      'Status: active > active',
    ])
    expect(effect.rows.map(({ expects }) => expects)).toEqual(['2026-07-31', true, null])
    expect(laterIn(effect)).toEqual([
      'Nothing is charged or refunded for the change itself.',
      '2026-06-30T12:55..2026-07-31T00:00 31 days are won without a payment.',
      '2026-07-31T00:00..2026-07-31T23:59 About then the buyer is charged instead of about 30 Jun 2026. The amount is not known here.',
    ])
    expect(effect.warnings).toEqual([])
    expect(effect.undo).toEqual({
      ...{ possible: true, verb: 'Change end date', until: '2026-06-29T00:00:00.000Z' },
      note: 'The end date goes back to 30 Jun 2026; its time of day, 12:55, is lost.',
    })
  })

  it('counts the days lost, and lets a subscription without autocharge expire', () => {
    const effect = moved('2026-06-29', situationOf({ ...active, autoChargeStatus: false }))
    expect(laterIn(effect).slice(1)).toEqual([
      '2026-06-29T00:00..2026-06-30T12:55 1 paid day is given up, and nothing is refunded.',
      '2026-06-29T00:00..2026-06-29T23:59 About then the subscription expires, and nothing is charged.',
    ])
  })

  it('says what it cannot tell where nothing is known', () => {
    const effect = moved('2026-07-31', situationOf({}))
    expect(rowsIn(effect)).toEqual(['End date: ? > 31 Jul 2026', 'Autocharge: ? > ?', 'Status: ? > ?'])
    expect(laterIn(effect)[1]).toMatch(
      /if autocharge is on, and the subscription expires if it is off\. Which is not known here\.$/,
    )
    expect(effect.undo).toEqual({ possible: false, why: 'The end date before is not known.' })
  })

  it('foresees nothing of a day that is not chosen yet', () => {
    const effect = moved('', situationOf(active))
    expect(rowsIn(effect)[0]).toBe('End date: 30 Jun 2026, 12:55 > ?')
    expect(effect).toMatchObject({ later: [], warnings: [], undo: { possible: false } })
  })

  it('counts in the days of the zone', () => {
    const situation = situationOf(active, { zone: 'Pacific/Auckland' })
    expect(laterIn(moved('2026-07-02', situation))[1]).toBe('2026-06-30T12:55..2026-07-01T12:00 1 day is won without a payment.')
  })

  it('does not promise that an expired subscription comes back, nor that no renewal is under way', () => {
    const effect = moved('2026-07-31', situationOf({ ...active, status: 'expired', endDate: '2026-05-01T00:00:00Z' }))
    expect(rowsIn(effect)[2]).toBe('Status: expired > ?')
    expect(laterIn(effect)[1]).toMatch(/If it is active again, about then the buyer is charged\./)
    expect(effect.warnings).toEqual([
      'The term is over. Whether a new end date makes the subscription active again is not documented.',
      'With autocharge on, a renewal may be under way or made already.',
    ])
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('has passed') })
  })

  it.each(['disabled', 'suspended'])('expects a %s subscription to be refused, and promises nothing', (status) => {
    const effect = moved('2026-07-31', situationOf({ ...active, status }))
    expect(effect.warnings).toEqual([expect.stringContaining('cannot be revived')])
    expect(effect).toMatchObject({ later: [], undo: { possible: false } })
  })

  it('says that the same day may still lose its time', () => {
    expect(moved('2026-06-30', situationOf(active)).warnings).toEqual([
      'The end date is on that day already. Its time of day may change.',
    ])
  })

  it('says that a day before today is refused', () => {
    expect(moved('2026-05-13', situationOf(active)).warnings).toEqual([
      'The service refuses a day before today, which is 14 May 2026 in UTC.',
    ])
  })

  it('warns of tomorrow, which is today by another clock', () => {
    expect(moved('2026-05-15', situationOf(active)).warnings).toEqual([
      expect.stringMatching(/tomorrow in UTC\. .*renews and charges/),
    ])
    expect(moved('2026-05-16', situationOf(active)).warnings).toEqual([])
  })
})

describe('an end date of today', () => {
  const product = { name: 'Northwind Plus 3 months', durationDays: 84, isTrial: false }

  it('is a renewal that charges the buyer and gives up paid days', () => {
    const effect = moved('2026-05-14', situationOf({ ...active, product }))
    expect(rowsIn(effect)).toEqual([
      'End date: 30 Jun 2026, 12:55 > 14 May 2026, today',
      'Then: ends 30 Jun 2026 > ends about 6 Aug 2026',
      'Autocharge: On > On',
      'Status: active > ?',
    ])
    expect(effect.rows[0]).toMatchObject({ changes: true, expects: null })
    expect(laterIn(effect)).toEqual([
      '2026-05-14T12:06..2026-05-14T12:06 The end date is set to today, in UTC.',
      '! 2026-05-14T12:11..2026-05-14T12:36 The subscription renews by itself and the buyer is charged. The amount is not known here. 47 paid days are given up.',
    ])
    expect(effect.warnings).toEqual([
      'This charges the buyer: with an end date of today the service renews by itself within 5 to 30 minutes. Nobody can stop it then.',
      'Meant to end it? Turn off autocharge instead: access lasts until 30 Jun 2026.',
    ])
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('refund desk') })
  })

  it('is today in the zone of the account', () => {
    const now = new Date('2026-05-14T23:30:00Z')
    const dangers = (zone: string, day: string) =>
      moved(day, situationOf(active, { zone, now })).later.some(({ danger }) => danger)
    expect(dangers('UTC', '2026-05-14')).toBe(true)
    expect(dangers('Europe/Berlin', '2026-05-14')).toBe(false)
    expect(dangers('Europe/Berlin', '2026-05-15')).toBe(true)
  })

  it('does not read into the contract that autocharge off would stop it', () => {
    const effect = moved('2026-05-14', situationOf({ ...active, autoChargeStatus: false }))
    expect(effect.warnings.slice(1)).toEqual([
      'Meant to end it? Autocharge is off: it ends by itself, on 30 Jun 2026.',
      'That autocharge is off is not documented to stop this renewal: count on the charge.',
    ])
  })

  it.each([
    ['a trial’s product', { ...product, isTrial: true }],
    ['a product without a duration', { ...product, durationDays: null }],
    ['a product of a senseless duration', { ...product, durationDays: 999_999_999_999_999 }],
    ['no product', null],
  ])('does not foresee the new term of %s', (_, told) => {
    expect(rowsIn(moved('2026-05-14', situationOf({ ...active, product: told })))[1]).toBe('Then: ends 30 Jun 2026 > ?')
  })

  it('keeps its danger where nothing is known', () => {
    const effect = moved('2026-05-14', situationOf({}))
    expect(effect.later.at(-1)).toMatchObject({ danger: true })
    expect(rowsIn(effect)).toEqual(['End date: ? > 14 May 2026, today', 'Then: ? > ?', 'Autocharge: ? > ?', 'Status: ? > ?'])
  })
})

describe('taking a moved end date back', () => {
  const back = (endDate: string | null, to = '2026-12-31', zone = 'UTC') =>
    inverse(
      'changeExpirationDate',
      { params: ofSubscription, body: { expirationDate: to, reason: 'Asked' } },
      knownOf({ ...active, endDate }),
      situationOf({}).now,
      zone,
    )

  it('sends the day before, in the zone, with a reason', () => {
    expect(back('2026-06-30T22:30:00+00:00', '2026-12-31', 'Europe/Berlin')).toEqual({
      command: {
        ...{ operation: 'changeExpirationDate', params: ofSubscription },
        body: { expirationDate: '2026-07-01', reason: 'Undone: the end date had been moved to 2026-12-31' },
      },
    })
  })

  it.each([
    ['has passed', '2026-05-13T23:59:59+00:00', /has passed/],
    ['is today and would renew', '2026-05-14T23:59:59+00:00', /is today: .* renew/],
    ['is tomorrow and might renew', '2026-05-15T00:00:00+00:00', /is tomorrow: .* renew/],
    ['is not known', null, /not known/],
    ['is no moment', '2026-06-30 12:55:48', /not known/],
    ['is the same day', '2026-12-31T10:00:00+00:00', /nothing to take back/],
    ['never comes', '9999-12-31T23:59:59+00:00', /beyond what can be set/],
  ])('is not possible where the day before %s', (_, endDate, why) => {
    expect(back(endDate)).toEqual({ command: null, why: expect.stringMatching(why) })
  })

  it('is not possible once the day it was moved to has come', () => {
    expect(back('2026-06-30T00:00:00Z', '2026-05-14')).toMatchObject({
      command: null,
      why: expect.stringContaining('refund desk'),
    })
    expect(back('2026-06-30T00:00:00Z', '2026-05-13')).toMatchObject({
      command: null,
      why: expect.stringContaining('has passed'),
    })
  })
})
