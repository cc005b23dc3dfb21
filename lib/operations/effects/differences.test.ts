import { expect, it } from 'vitest'
import { differences, predict } from '.'
import { active, knownOf, ofSubscription, situationOf } from './situation-for-tests'

const moved = (zone = 'UTC') =>
  predict(
    'changeExpirationDate',
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
  expect(differences(moved(zone), { ...answer, endDate })).toEqual([])
})

it('another day, and a flag that did not stay, are told in words', () => {
  expect(differences(moved(), { ...answer, autoChargeStatus: false, endDate: '2026-08-01T00:00:00+00:00' })).toEqual([
    { field: 'endDate', label: 'End date', predicted: '31 Jul 2026', observed: '1 Aug 2026' },
    { field: 'autoChargeStatus', label: 'Autocharge', predicted: 'On', observed: 'Off' },
  ])
})

it('facts are compared as answers are', () => {
  expect(differences(moved(), knownOf(answer))).toEqual([])
  expect(differences(moved(), knownOf({ autoChargeStatus: false }))).toHaveLength(1)
})

it('what is not seen is no difference', () => {
  expect(differences(moved(), {})).toEqual([])
  expect(differences(moved(), { endDate: null, autoChargeStatus: undefined })).toEqual([])
})

it('what was not foreseen is no difference: a renewal may have moved the end date on', () => {
  const renewed = predict(
    'changeExpirationDate',
    { params: ofSubscription, body: { expirationDate: '2026-05-14' } },
    situationOf(active),
  )
  expect(differences(renewed, { endDate: '2026-08-06T00:00:00+00:00', status: 'expired' })).toEqual([])
})

it('a product is compared by its id', () => {
  const lower = predict(
    'downgradeSubscription',
    { params: ofSubscription, body: { productId: 'a' } },
    situationOf({ product: { id: 'b', name: 'Plus' } }),
  )
  expect(differences(lower, { product: { id: 'a', name: 'Basic' } })).toEqual([])
  expect(differences(lower, { product: { id: 'b', name: 'Plus' } })).toEqual([
    { field: 'product', label: 'Product', predicted: 'a', observed: 'Plus' },
  ])
})
