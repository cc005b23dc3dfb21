import { describe, expect, test } from 'vitest'
import { ids } from '../seed/stories'
import { RunningStandin } from '../standin-for-tests'

const running = new RunningStandin()

type Order = { orderId: string; createdAt: string; charges: { status: string; amount: string }[] }
type History = { data: Order[]; meta: { type: string; total: number; offset: number } }

async function history(query = '', buyer: string = ids.longHistory.buyer): Promise<History> {
  const answer = await running.as().get(`/api/v3/buyers/${buyer}/charge/history${query}`)
  expect(answer.status).toBe(200)
  return answer.body as History
}

describe('the charge history', () => {
  test('shows the first hundred orders, oldest first, and counts them all', async () => {
    const { data, meta } = await history()
    expect(data).toHaveLength(100)
    expect(meta).toEqual({ type: 'collection', total: 1000, offset: 0 })
    expect(data.map(({ createdAt }) => createdAt)).toEqual(data.map(({ createdAt }) => createdAt).sort())
  })

  test('is paged by limit and offset without a gap', async () => {
    const whole = await history('?limit=1000')
    const pages = await Promise.all([0, 400, 800].map((offset) => history(`?limit=400&offset=${offset}`)))
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data)
    expect(pages.map(({ meta }) => meta.offset)).toEqual([0, 400, 800])
  })

  test.each(['orderIds[]', 'orderIds', 'orderIds%5B%5D'])('is filtered by a repeated %s', async (name) => {
    const [first, second] = (await history('?limit=2&offset=500')).data.map(({ orderId }) => orderId)
    const { data, meta } = await history(`?${name}=${first}&${name}=${second}`)
    expect(data.map(({ orderId }) => orderId)).toEqual([first, second])
    expect(meta.total).toBe(2)
  })

  test('of a buyer nobody knows is a 404', async () => {
    const answer = await running.as().get('/api/v3/buyers/00000000-0000-4000-8000-000000000000/charge/history')
    expect(answer).toMatchObject({ status: 404, body: { message: 'Entity not found' } })
  })

  test.each(['limit=-1', 'limit=ten', 'offset=1.5'])('is refused for %s', async (query) => {
    const answer = await running.as().get(`/api/v3/buyers/${ids.longHistory.buyer}/charge/history?${query}`)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: query.split('=')[0] }] } })
  })

  test('of a buyer with nothing is an empty list', async () => {
    expect(await history('', ids.nothing.buyer)).toEqual({ data: [], meta: { type: 'collection', total: 0, offset: 0 } })
  })

  test('can ignore the limit, can be newest first, and is itself again after a reset', async () => {
    const usual = await history('?limit=3')
    running.standin.fault({ fault: 'ignoreLimit' })
    expect((await history('?limit=3')).data).toHaveLength(1000)
    running.standin.fault({ fault: 'newestFirst' })
    const { data } = await history('?limit=3')
    expect(data.map(({ createdAt }) => createdAt)).toEqual(
      data
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    )
    running.standin.reset()
    expect(await history('?limit=3')).toMatchObject({ meta: usual.meta, data: [{ orderId: usual.data[0]?.orderId }, {}, {}] })
  })
})

describe('money in the charge history', () => {
  test.each([
    ['yen has no fraction', ids.yen.buyer, '8140'],
    ['dinar has three fraction digits', ids.dinar.buyer, '36.112'],
    ['euro has two', ids.settledTwice.buyer, '42.84'],
  ])('%s', async (_, buyer, amount) => {
    expect((await history('', buyer)).data[0]?.charges[0]?.amount).toBe(amount)
  })
})
