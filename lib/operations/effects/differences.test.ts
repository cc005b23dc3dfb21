import { expect, it } from 'vitest'
import { predict, predictionDifferences } from '../predict'
import { rules } from '../rules'
import { columns } from './rows'
import { active, knownOf, ofSubscription, rowsIn, situationOf } from './situation-for-tests'

const moved = (zone = 'UTC') =>
  predict(
    rules.changeExpirationDate,
    { params: ofSubscription, body: { expirationDate: '2026-07-31', reason: 'Asked' } },
    situationOf(active, { zone }),
  )

const answer = { autoChargeStatus: true, status: 'active', endDate: '2026-07-31T00:00:00+00:00' }

it.each([
  ['at midnight', 'UTC', '2026-07-31T00:00:00+00:00'],
  ['at the time of day it had', 'UTC', '2026-07-31T12:55:48+00:00'],
  ['as written, where that is another day in the zone', 'America/New_York', '2026-07-31T00:00:00+00:00'],
  ['in the zone, where it is written as another day', 'America/New_York', '2026-08-01T03:59:59+00:00'],
  ['without a zone', 'UTC', '2026-07-31 00:00:00'],
])('an end date is as predicted on its day, %s', (_, zone, endDate) => {
  expect(predictionDifferences(moved(zone), { ...answer, endDate })).toEqual([])
})

it('another day, and a flag that did not stay, are told in words', () => {
  expect(predictionDifferences(moved(), { ...answer, autoChargeStatus: false, endDate: '2026-08-01T00:00:00+00:00' })).toEqual([
    { field: 'endDate', label: 'End date', predicted: '31 Jul 2026', observed: '1 Aug 2026' },
    { field: 'autoChargeStatus', label: 'Autocharge', predicted: 'On', observed: 'Off' },
  ])
})

it('another day is told also where it is written without a zone, and what is no day at all', () => {
  const difference = { field: 'endDate', label: 'End date', predicted: '31 Jul 2026' }
  expect(predictionDifferences(moved(), { endDate: '2026-08-01 00:00:00' })).toEqual([
    { ...difference, observed: '2026-08-01 00:00:00' },
  ])
  expect(predictionDifferences(moved(), { endDate: 7 })).toEqual([{ ...difference, observed: null }])
})

it('an end date that stays is as predicted on either of its days, whichever way it is written', () => {
  const late = { ...active, endDate: '2026-06-30T23:30:00+00:00' }
  const body = { autochargeStatus: false, reason: 'Asked' }
  const effect = predict(
    rules.changeAutochargeStatus,
    { params: ofSubscription, body },
    situationOf(late, { zone: 'Europe/Berlin' }),
  )
  for (const endDate of ['2026-06-30 23:30:00', '2026-07-01 01:30:00', '2026-06-30T23:30:00Z'])
    expect(predictionDifferences(effect, { endDate })).toEqual([])
  expect(predictionDifferences(effect, { endDate: '2026-07-02 00:00:00' })).toHaveLength(1)
})

it.each([7, '', true, ['active']])('a status of %j is not shown, and no other is a difference from it', (status) => {
  const body = { autochargeStatus: false, reason: 'Asked' }
  const effect = predict(rules.changeAutochargeStatus, { params: ofSubscription, body }, situationOf({ ...active, status }))
  expect(effect.rows[2]).toEqual({
    field: 'status',
    label: 'Status',
    before: null,
    beforeAsOf: null,
    after: null,
    changes: false,
    expects: null,
  })
  expect(predictionDifferences(effect, { status: 'active' })).toEqual([])
})

it.each([
  ['2026-06-30', '30 Jun 2026'],
  ['on 2026-06-30', 'on 2026-06-30'],
  ['2026-06-30 or so', '2026-06-30 or so'],
  [['2026-06-30'], '?'],
])('an end date of %j is shown as %s', (endDate, words) => {
  const body = { autochargeStatus: false, reason: 'Asked' }
  const effect = predict(rules.changeAutochargeStatus, { params: ofSubscription, body }, situationOf({ ...active, endDate }))
  expect(rowsIn(effect)[1]).toBe(`End date: ${words} > ${words}`)
})

it('facts are compared as answers are', () => {
  expect(predictionDifferences(moved(), knownOf(answer))).toEqual([])
  expect(predictionDifferences(moved(), knownOf({ autoChargeStatus: false }))).toHaveLength(1)
})

it('what is not seen is no difference', () => {
  expect(predictionDifferences(moved(), {})).toEqual([])
  expect(predictionDifferences(moved(), { endDate: null, autoChargeStatus: undefined })).toEqual([])
})

it('what was not foreseen is no difference: a renewal may have moved the end date on', () => {
  const renewed = predict(
    rules.changeExpirationDate,
    { params: ofSubscription, body: { expirationDate: '2026-05-14' } },
    situationOf(active),
  )
  expect(predictionDifferences(renewed, { endDate: '2026-08-06T00:00:00+00:00', status: 'expired' })).toEqual([])
})

it('a product is compared by its id', () => {
  const lower = predict(
    rules.downgradeSubscription,
    { params: ofSubscription, body: { productId: 'a' } },
    situationOf({ product: { id: 'b', name: 'Plus' } }),
  )
  expect(predictionDifferences(lower, { product: { id: 'a', name: 'Basic' } })).toEqual([])
  expect(predictionDifferences(lower, { product: { id: 'b', name: 'Plus' } })).toEqual([
    { field: 'product', label: 'Product', predicted: 'a', observed: 'Plus' },
  ])
})

it.each([(id: string) => id.toUpperCase(), (id: string) => `{${id}}`])(
  'a product is the same one in whatever spelling its id comes',
  (spelt) => {
    const id = '8f14e45f-ceea-4a7a-9c1b-2d3e4f5a6b7c'
    const params = ofSubscription
    const known = situationOf(
      { ...active, product: { id: spelt(id), name: 'Basic' } },
      { products: [{ id: spelt(id), name: 'Basic', code: null }] },
    )
    const effect = predict(rules.downgradeSubscription, { params, body: { productId: id } }, known)
    expect(predictionDifferences(effect, { product: { id: spelt(id), name: 'Basic' } })).toEqual([])
    expect(effect.rows[0]).toMatchObject({ after: 'Basic', changes: false })
    expect(effect.warnings[0]).toBe('Our latest record shows the subscription is already on this product.')
    expect(effect.warnings.join()).not.toContain('doesn’t list')
  },
)

it('of two moments that the service gave, one on the next day is another, whichever day they count to', () => {
  const { same } = columns.endDate
  const [set, next] = ['2026-12-28T23:00:00+00:00', '2026-12-29T23:00:00+00:00']
  expect(same(set, next, 'Europe/Berlin')).toBe(false)
  expect(same(set, '2026-12-29T00:00:00+01:00', 'Europe/Berlin')).toBe(true)
  expect(same('2026-12-29T00:00:00+00:00', '2026-12-29T23:59:59+00:00', 'Europe/Berlin')).toBe(true)
  expect(same('2026-12-29', set, 'Europe/Berlin')).toBe(true)
})
