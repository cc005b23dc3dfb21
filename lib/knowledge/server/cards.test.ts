import { afterEach, describe, expect, test } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { cardsIn, othersWithCard, recordCards } from './cards'

const about = (buyerId: string, merchant = 'northwind') => ({ merchant, buyerId })

describe.each(engines)('on %s', (engine) => {
  let place: OwnPlace
  afterEach(async () => {
    await stop()
    await place.remove()
  })

  test('a card is known under every buyer of the merchant account it was seen with, by a digest alone', async () => {
    place = await newPlace(engine)
    startAt(place)
    const order = orderLike([chargeLike({ billingInfo: { fingerprint: 'a-fingerprint' } })])
    const [card = ''] = cardsIn([order, order])
    expect(cardsIn([order, order])).toHaveLength(1)
    await recordCards(about('b-1'), [card])
    await Promise.all([
      recordCards(about('b-2'), [card]),
      recordCards(about('b-2'), [card]),
      recordCards(about('b-3', 'southbay'), [card]),
    ])
    expect(await othersWithCard(about('b-1'), card)).toEqual(['b-2'])
    expect(await othersWithCard(about('b-4'), card)).toEqual(['b-1', 'b-2'])
    const kept = await (await database()).selectFrom('cards').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('a-fingerprint')
  })
})

test('what is no card, or has no fingerprint, is none', () => {
  const wallet = chargeLike({ billingInfo: { fingerprint: 'w' }, paymentMethod: { type: 'paypal', data: null } })
  expect(cardsIn([orderLike([wallet, chargeLike()]), { unreadable: true, orderId: null }])).toEqual([])
})
