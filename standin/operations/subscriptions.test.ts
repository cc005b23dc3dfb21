import { describe, expect, test } from 'vitest'
import { seededProduct } from '../catalogue/products'
import { ids } from '../seed/stories'
import { RunningStandin } from '../standin-for-tests'

const running = new RunningStandin({ now: () => new Date('2025-05-06T12:00:00Z') })

const { buyer, activeSubscription } = ids.cascade
const act = (verb: string, body: unknown, owner: string = buyer, subscription: string = activeSubscription) =>
  running.as().post(`/api/v2/buyers/${owner}/subscriptions/${subscription}/${verb}`, body)

const long = 'é'.repeat(255)
const ended = [
  [ids.ended.disabledSubscription, 'Subscription is disabled'],
  [ids.ended.suspendedSubscription, 'Subscription is suspended'],
] as const

describe('autocharge', () => {
  const change = (body: unknown) => act('change_autocharge_status', body)

  test('is turned on and shows in the answer and in the list', async () => {
    const answer = await change({ autochargeStatus: true })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id: activeSubscription, buyerId: buyer, autoChargeStatus: true } },
    })
    const list = await running.as().get(`/api/v2/buyers/${buyer}/subscriptions`)
    expect(list.body).toMatchObject({ data: [{ autoChargeStatus: true }, {}] })
  })

  test.each([
    ['nothing', {}, 'Changed autocharge status by api - autocharge was changed manually.'],
    ['nulls', { reason: null, comment: null }, 'Changed autocharge status by api - autocharge was changed manually.'],
    ['a reason', { reason: long }, long],
    ['a reason and a comment', { reason: 'Asked by phone', comment: long }, 'Asked by phone'],
  ])('is turned off with %s', async (_, beside, reason) => {
    const answer = await change({ autochargeStatus: false, ...beside })
    expect(answer).toMatchObject({ status: 200, body: { data: { autoChargeStatus: false }, meta: { type: 'entity' } } })
    const { data } = answer.body as { data: { statusInfo: unknown[] } }
    expect(data.statusInfo.at(-1)).toEqual({ status: 'active', reason, createdAt: '2025-05-06T12:00:00+00:00' })
  })

  test.each([
    ['autochargeStatus', {}],
    ['autochargeStatus', { autochargeStatus: 'false' }],
    ['autochargeStatus', { autochargeStatus: true, reason: 'x' }],
    ['autochargeStatus', { autochargeStatus: true, comment: 'x' }],
    ['reason', { autochargeStatus: false, reason: `${long}é` }],
    ['reason', { autochargeStatus: false, comment: 'x' }],
    ['comment', { autochargeStatus: false, reason: 'x', comment: `${long}é` }],
  ])('is refused for its field %s: %o', async (field, body) => {
    expect(await change(body)).toMatchObject({ status: 422, body: { uuid: null, errors: [{ field }] } })
  })

  test.each(ended)('of %s is refused: %s', async (subscription, message) => {
    const answer = await act('change_autocharge_status', { autochargeStatus: true }, ids.ended.buyer, subscription)
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({ uuid: null, code: 3000, message, traceId: expect.any(String) })
  })

  test('can be spelled with the look-alike letter, and with an empty meta', async () => {
    running.standin.fault({ fault: 'otherSpellings' })
    const { body } = await change({ autochargeStatus: true })
    expect(body).toMatchObject({ data: { auto\u0421hargeStatus: true }, meta: [] })
    expect(body).not.toHaveProperty('data.autoChargeStatus')
  })

  test('answers without product and isTokenized', async () => {
    const { body } = await change({ autochargeStatus: true })
    const { data } = body as { data: object }
    expect(Object.keys(data).sort()).toEqual(
      [
        'autoChargeStatus',
        'buyerId',
        'createdAt',
        'endDate',
        'freezeDetails',
        'id',
        'isManual',
        'startDate',
        'status',
        'statusInfo',
      ].sort(),
    )
  })
})

describe('the end date', () => {
  const change = (expirationDate: unknown, reason: unknown = 'Goodwill') =>
    act('change_expiration_date', { expirationDate, reason })

  test('moves to the midnight of a later day without a charge', async () => {
    expect(await change('2025-05-07')).toMatchObject({ status: 200, body: { data: { endDate: '2025-05-07T00:00:00+00:00' } } })
    const history = await running.as().get(`/api/v3/buyers/${buyer}/charge/history`)
    expect(history.body).toMatchObject({ meta: { total: 1 } })
  })

  test.each(['2025-05-05', '2025-02-30', '2025-1-1', '2025-05-07T00:00:00', '07.05.2025', '', null, 20250507])(
    'cannot be %o',
    async (date) => {
      expect(await change(date)).toMatchObject({ status: 422, body: { errors: [{ field: 'expirationDate' }] } })
    },
  )

  test.each([undefined, '', `${long}é`])('is not changed for the reason %o', async (reason) => {
    const answer = await act('change_expiration_date', { expirationDate: '2025-06-01', reason })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'reason' }] } })
  })

  test('in the future makes an expired subscription active', async () => {
    const given = { expirationDate: '2025-06-01', reason: 'Goodwill' }
    const answer = await act('change_expiration_date', given, ids.ended.buyer, ids.ended.expiredSubscription)
    expect(answer.body).toMatchObject({ data: { status: 'active' } })
  })

  test.each(ended)('of %s is refused: %s', async (subscription, message) => {
    const given = { expirationDate: '2025-06-01', reason: 'Goodwill' }
    const answer = await act('change_expiration_date', given, ids.ended.buyer, subscription)
    expect(answer).toMatchObject({ status: 422, body: { code: 3000, message } })
  })
})

describe('a downgrade', () => {
  const { buyer: owner, subscription } = ids.threeTokens
  const to = (productId: unknown) => act('downgrade', { productId }, owner, subscription)

  test('goes to every product on the list of its targets, and to no other', async () => {
    const targets = await running.as().get(`/api/v2/buyers/${owner}/subscriptions/${subscription}/downgrade`)
    const { data } = targets.body as { data: { products: { id: string; code: string }[] } }
    expect(data.products.map(({ code }) => code)).toEqual(['NWCLOUD1', 'NWCLOUD3', 'NWCLOUD12', 'NWPLUS1', 'NWPLUS3', 'NWPLUS12'])
    for (const code of ['NWPRO1', 'NWPRO12', 'NWBACKUP1', 'NWCLASSIC12', 'SBREAD1']) {
      expect(await to(seededProduct(code).id)).toMatchObject({ status: 422, body: { uuid: null, code: 3000 } })
    }
    expect((await to(seededProduct('NWPLUS12').id)).status).toBe(200)
    const list = await running.as().get(`/api/v2/buyers/${owner}/subscriptions`)
    expect(list.body).toMatchObject({ data: [{ product: { code: 'NWPLUS12' } }] })
    expect((await to(seededProduct('NWPLUS12').id)).status).toBe(422)
  })

  test('lists its targets with the part to pay after the unused days are counted', async () => {
    const targets = await running.as().get(`/api/v2/buyers/${owner}/subscriptions/${subscription}/downgrade`)
    expect(targets.body).toMatchObject({
      data: {
        currency: 'GBP',
        tax: { type: 'vat', country: 'gb' },
        products: [
          {
            code: 'NWCLOUD1',
            prices: {
              amount: { origin: '7.99', amountForUpgrade: null, amountForDowngrade: '0.00', couponCode: null },
              monthlyAmount: {},
            },
          },
          {},
          {},
          {},
          {},
          {},
        ],
      },
    })
  })

  test.each([undefined, 'NWPLUS12', 7])('to %o is a validation failure', async (productId) => {
    expect(await to(productId)).toMatchObject({ status: 422, body: { errors: [{ field: 'productId' }] } })
  })

  test.each(ended)('of %s is refused: %s', async (ending, message) => {
    const answer = await act('downgrade', { productId: seededProduct('NWCLOUD1').id }, ids.ended.buyer, ending)
    expect(answer).toMatchObject({ status: 422, body: { code: 3000, message } })
  })
})

test.each(['change_autocharge_status', 'change_expiration_date', 'downgrade'])(
  "%s of another buyer's subscription finds none",
  async (verb) => {
    const answer = await act(verb, {}, ids.nothing.buyer, activeSubscription)
    expect(answer).toMatchObject({ status: 404, body: { message: 'Entity not found' } })
  },
)

describe('the list of subscriptions', () => {
  test.each([
    ['limit=3', 3, 0],
    ['offset=3', 1, 3],
    ['limit=2&offset=1', 2, 1],
    ['limit=0', 0, 0],
  ])('is paged by %s', async (query, length, offset) => {
    const answer = await running.as().get(`/api/v2/buyers/${ids.ended.buyer}/subscriptions?${query}`)
    const { data } = answer.body as { data: unknown[] }
    expect(data).toHaveLength(length)
    expect(answer.body).toMatchObject({ meta: { type: 'collection', total: 4, offset } })
  })

  test('is empty for a buyer nobody knows', async () => {
    const answer = await running.as().get('/api/v2/buyers/00000000-0000-4000-8000-000000000000/subscriptions')
    expect(answer).toMatchObject({ status: 200, body: { data: [], meta: { total: 0 } } })
  })
})
