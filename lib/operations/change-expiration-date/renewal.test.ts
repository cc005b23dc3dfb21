import { describe, expect, it } from 'vitest'
import type { Situation } from '../effects/effect'
import { active, laterIn, observedAt, ofSubscription, rowsIn, situationOf } from '../effects/situation-for-tests'
import { predict } from '../predict'
import { rules } from '../rules'

const renewed = (situation: Situation, expirationDate = '2026-05-14') =>
  predict(rules.changeExpirationDate, { params: ofSubscription, body: { expirationDate, reason: 'Asked' } }, situation)
const charge = 'The subscription renews automatically and the buyer is charged. We don’t know the amount.'
const lastOf = (situation: Situation) => laterIn(renewed(situation)).at(-1)

describe('a renewal', () => {
  it('of a subscription without an active token tries to charge, and says what to expect', () => {
    const effect = renewed(situationOf({ ...active, isTokenized: false, autoChargeStatus: false }))
    expect(laterIn(effect).at(-1)).toBe(
      '! 2026-05-14T12:11..2026-05-14T12:36 The service tries to renew the subscription and to charge the buyer. We know of no active token, so expect the charge to fail. The buyer loses 47 paid days.',
    )
    expect(effect.warnings).toEqual([
      'This tries to charge the buyer. The service renews any subscription that ends today within 5 to 30 minutes, and nobody can stop it.',
      'Want to cancel instead? You don’t need to do anything. Autocharge is off, so the subscription ends on 30 Jun 2026.',
      'No active token is linked to this subscription. Expect charges to fail.',
    ])
  })

  it('in the last minute before midnight is one of the next day, too', () => {
    const now = new Date('2026-05-14T23:59:30Z')
    expect(laterIn(renewed(situationOf(active, { now }), '2026-05-15'))[0]).toBe(
      '2026-05-14T23:59..2026-05-14T23:59 The end date is set to 15 May 2026, which begins within a minute in UTC and counts as today.',
    )
    expect(laterIn(renewed(situationOf(active, { now })))[0]).toContain('The end date becomes today in UTC.')
  })

  it('gives up paid days only where some are left', () => {
    const window = '! 2026-05-14T12:11..2026-05-14T12:36'
    expect(lastOf(situationOf({ ...active, endDate: '2026-05-14T23:00:00Z' }))).toBe(`${window} ${charge}`)
    expect(lastOf(situationOf({ ...active, endDate: '2026-05-15T23:00:00Z' }))).toBe(
      `${window} ${charge} The buyer loses 1 paid day.`,
    )
    expect(lastOf(situationOf({ ...active, status: 'expired' }))).toBe(`${window} ${charge}`)
    expect(lastOf(situationOf({ ...active, endDate: '2026-05-01T00:00:00Z' }))).toBe(`${window} ${charge}`)
    expect(lastOf(situationOf({}))).toBe(`${window} ${charge}`)
  })

  it.each([
    ['is over', { ...active, endDate: '2026-05-01T00:00:00Z' }],
    ['has ended', { ...active, status: 'disabled' }],
  ])('is no other way to end a subscription that %s', (_, values) => {
    expect(renewed(situationOf(values)).warnings.join()).not.toContain('Want to cancel instead?')
  })

  it('is told from the end date where that is not known', () => {
    expect(renewed(situationOf({})).warnings).toContain(
      'Want to cancel instead? Turn off autocharge. The buyer keeps access until its end date.',
    )
  })
})

describe('the term that would begin', () => {
  const term = (situation: Situation) => renewed(situation).rows[1]
  const product = (durationDays: unknown, more = {}) => ({ name: 'Plus', durationDays, isTrial: false, ...more })
  const ends = (durationDays: unknown, more = {}) => term(situationOf({ ...active, product: product(durationDays, more) }))?.after

  it('is shown beside the one that was known, as of when that was seen', () => {
    expect(term(situationOf({ ...active, product: product(30) }))).toEqual({
      field: 'term',
      label: 'Then',
      before: 'ends 30 Jun 2026',
      beforeAsOf: observedAt,
      after: 'ends about 13 Jun 2026',
      changes: true,
      expects: null,
    })
  })

  it('stands alone where the end of this one is not known or cannot be read', () => {
    for (const endDate of [undefined, 'soon'])
      expect(term(situationOf({ ...active, endDate }))).toMatchObject({ before: null, beforeAsOf: null, after: null })
  })

  it('is as long as the product, of a day up to a hundred years', () => {
    expect(ends(1)).toBe('ends about 15 May 2026')
    expect(ends(29.6)).toBe('ends about 13 Jun 2026')
    expect(ends(36_525)).toBe('ends about 15 May 2126')
    for (const days of [0, -30, 36_526, '30', null, Number.NaN]) expect(ends(days)).toBeNull()
  })

  it('is not foretold of a trial, nor where it is not told whether it is one', () => {
    for (const isTrial of [true, null, undefined]) expect(ends(30, { isTrial })).toBeNull()
  })
})

it('a renewal may change the status, and what it becomes is not foreseen', () => {
  const rows = renewed(situationOf(active)).rows
  expect(rowsIn({ ...renewed(situationOf(active)), rows }).at(-1)).toBe('Status: active > ?')
  expect(rows.at(-1)).toMatchObject({ changes: true, expects: null })
})
