import { describe, expect, it } from 'vitest'
import type { Situation } from '../effects/effect'
import { active, knownOf, laterIn, ofSubscription, rowsIn, situationOf } from '../effects/situation-for-tests'
import { predict, undoCommand } from '../predict'
import { rules } from '../rules'

const moved = (expirationDate: string, situation: Situation) =>
  predict(rules.changeExpirationDate, { params: ofSubscription, body: { expirationDate, reason: 'Asked' } }, situation)

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
      'The change itself charges and refunds nothing.',
      '2026-06-30T12:55..2026-07-31T00:00 The buyer gains 31 days of access at no charge.',
      '2026-07-31T00:00..2026-07-31T23:59 Around this time the buyer is charged instead of around 30 Jun 2026 and a new term starts. We don’t know the amount.',
    ])
    expect(effect.warnings).toEqual([])
    expect(effect.undo).toEqual({
      possible: true,
      verb: 'Change end date',
      until: '2026-06-29T00:00:00.000Z',
      note: 'The end date returns to 30 Jun 2026, without its original time of 12:55.',
    })
  })

  it('counts the days lost, and lets a subscription without autocharge expire', () => {
    const effect = moved('2026-06-29', situationOf({ ...active, autoChargeStatus: false }))
    expect(laterIn(effect).slice(1)).toEqual([
      '2026-06-29T00:00..2026-06-30T12:55 The buyer loses 1 paid day. Nothing is refunded.',
      '2026-06-29T00:00..2026-06-29T23:59 Around this time the subscription expires. Nothing is charged.',
    ])
  })

  it('says what it cannot tell where nothing is known', () => {
    const effect = moved('2026-07-31', situationOf({}))
    expect(rowsIn(effect)).toEqual(['End date: ? > 31 Jul 2026', 'Autocharge: ? > ?', 'Status: ? > ?'])
    expect(laterIn(effect)[1]).toMatch(/if autocharge is on, or the subscription expires if it’s off\. Assume the charge\.$/)
    expect(effect.undo).toEqual({ possible: false, why: 'We don’t know the previous end date.' })
  })

  it('predicts nothing of a day that is not chosen yet', () => {
    const effect = moved('', situationOf(active))
    expect(rowsIn(effect)[0]).toBe('End date: 30 Jun 2026, 12:55 > ?')
    expect(effect).toMatchObject({ later: [], warnings: [], undo: { possible: false } })
  })

  it('counts in the days of the zone', () => {
    const situation = situationOf(active, { zone: 'Pacific/Auckland' })
    expect(laterIn(moved('2026-07-02', situation))[1]).toBe(
      '2026-06-30T12:55..2026-07-01T12:00 The buyer gains 1 day of access at no charge.',
    )
  })

  it('does not promise that an expired subscription comes back, nor that no renewal is under way', () => {
    const effect = moved('2026-07-31', situationOf({ ...active, status: 'expired', endDate: '2026-05-01T00:00:00Z' }))
    expect(rowsIn(effect)[2]).toBe('Status: expired > ?')
    expect(laterIn(effect)[1]).toMatch(/If the subscription is active again, around this time the buyer is charged/)
    expect(effect.warnings).toEqual([
      'The subscription has expired. Don’t assume a new end date reactivates it. Check the status afterwards.',
      'Autocharge may be on, so a renewal may be in progress or already done. Check the charge history first.',
    ])
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('has passed') })
  })

  it('keeps the status of none but an active subscription whose term is running', () => {
    const status = (values: object) => rowsIn(moved('2026-07-31', situationOf({ ...active, ...values })))[2]
    expect(status({ status: 'blocked' })).toBe('Status: blocked > ?')
    expect(status({ endDate: '2026-05-01T00:00:00Z' })).toBe('Status: active > ?')
  })

  it('speaks of a renewal under way only where autocharge may be on', () => {
    const over = { ...active, status: 'expired', endDate: '2026-05-01T00:00:00Z' }
    const count = (autoChargeStatus: boolean | undefined) =>
      moved('2026-07-31', situationOf({ ...over, autoChargeStatus })).warnings.length
    expect([count(false), count(true), count(undefined)]).toEqual([1, 2, 2])
  })

  it('expects any charge to fail where no token is active and autocharge is not known', () => {
    const values = { ...active, autoChargeStatus: undefined, isTokenized: false }
    expect(laterIn(moved('2026-07-31', situationOf(values))).at(-1)).toContain(
      'the subscription expires. We know of no active token, so expect any charge to fail.',
    )
  })

  it.each(['disabled', 'suspended'])('expects a %s subscription to be refused, and promises nothing', (status) => {
    const effect = moved('2026-07-31', situationOf({ ...active, status }))
    expect(effect.warnings).toEqual([expect.stringContaining('can’t be reactivated')])
    expect(effect).toMatchObject({ later: [], undo: { possible: false } })
  })

  it('says that the same day may still lose its time', () => {
    const effect = moved('2026-06-30', situationOf(active))
    expect(effect.warnings).toEqual(['The end date is already that day. Its time of day may change.'])
    expect(laterIn(effect).slice(1)).toEqual([
      '2026-06-30T00:00..2026-06-30T23:59 Around this time the buyer is charged and a new term starts. We don’t know the amount.',
    ])
  })

  it('says that a day before today is refused', () => {
    const effect = moved('2026-05-13', situationOf(active))
    expect(effect.warnings).toEqual(['The service refuses dates before today, 14 May 2026 in UTC.'])
    expect(effect.later).toEqual([])
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
      '2026-05-14T12:06..2026-05-14T12:06 The end date becomes today in UTC.',
      '! 2026-05-14T12:11..2026-05-14T12:36 The subscription renews automatically and the buyer is charged. We don’t know the amount. The buyer loses 47 paid days.',
    ])
    expect(effect.warnings).toEqual([
      'This charges the buyer. The service renews any subscription that ends today within 5 to 30 minutes, and nobody can stop it.',
      'Want to cancel instead? Turn off autocharge. The buyer keeps access until 30 Jun 2026.',
    ])
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('request a refund') })
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
      'Want to cancel instead? You don’t need to do anything. Autocharge is off, so the subscription ends on 30 Jun 2026.',
      'Autocharge is off, but assume the renewal still charges the buyer.',
    ])
  })

  it.each([
    ['a trial’s product', { ...product, isTrial: true }],
    ['a product without a duration', { ...product, durationDays: null }],
    ['a product of a senseless duration', { ...product, durationDays: 999_999_999_999_999 }],
    ['no product', null],
  ])('does not predict the new term of %s', (_, product) => {
    expect(rowsIn(moved('2026-05-14', situationOf({ ...active, product: product })))[1]).toBe('Then: ends 30 Jun 2026 > ?')
  })

  it('keeps its danger where nothing is known', () => {
    const effect = moved('2026-05-14', situationOf({}))
    expect(effect.later.at(-1)).toMatchObject({ danger: true })
    expect(rowsIn(effect)).toEqual(['End date: ? > 14 May 2026, today', 'Then: ? > ?', 'Autocharge: ? > ?', 'Status: ? > ?'])
  })
})

describe('taking a moved end date back', () => {
  const back = (endDate: string | null, to = '2026-12-31', zone = 'UTC') =>
    undoCommand(
      rules.changeExpirationDate,
      { params: ofSubscription, body: { expirationDate: to, reason: 'Asked' } },
      knownOf({ ...active, endDate }),
      situationOf({}).now,
      zone,
    )

  it('sends the day before, in the zone, with a reason', () => {
    expect(back('2026-06-30T22:30:00+00:00', '2026-12-31', 'Europe/Berlin')).toEqual({
      command: {
        operation: 'changeExpirationDate',
        params: ofSubscription,
        body: { expirationDate: '2026-07-01', reason: 'Undo: the end date had been moved to 2026-12-31' },
      },
    })
  })

  it.each([
    ['has passed', '2026-05-13T23:59:59+00:00', /has passed/],
    ['is today and would renew', '2026-05-14T23:59:59+00:00', /is today, .* renew/],
    ['is tomorrow and might renew', '2026-05-15T00:00:00+00:00', /is tomorrow, .* renew/],
    ['is not known', null, /We don’t know/],
    ['is no moment', '2026-06-30 12:55:48', /We don’t know/],
    ['is the same day', '2026-12-31T10:00:00+00:00', /nothing to undo/],
    ['never comes', '9999-12-31T23:59:59+00:00', /later than the service allows/],
  ])('is not possible where the day before %s', (_, endDate, why) => {
    expect(back(endDate)).toEqual({ command: null, why: expect.stringMatching(why) })
  })

  it('is possible until a minute before the day it was moved to, by the service’s clock', () => {
    const until = (to: string, ahead?: number) => {
      const effect = moved(to, { ...situationOf(active), ...(ahead === undefined ? {} : { ahead }) })
      return effect.undo.possible ? effect.undo.until : null
    }
    expect(until('2026-05-20')).toBe('2026-05-19T23:59:00.000Z')
    expect(until('2026-05-20', 90_000)).toBe('2026-05-19T23:57:30.000Z')
    expect(until('2026-05-15', 12 * 60 * 60_000)).toBeNull() // there it is the 15th already
  })

  it('is not possible once the day it was moved to has come', () => {
    expect(back('2026-06-30T00:00:00Z', '2026-05-14')).toMatchObject({
      command: null,
      why: expect.stringContaining('request a refund'),
    })
    expect(back('2026-06-30T00:00:00Z', '2026-05-13')).toMatchObject({
      command: null,
      why: expect.stringContaining('has passed'),
    })
  })
})
