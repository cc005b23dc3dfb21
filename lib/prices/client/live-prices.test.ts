import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { problem } from '@/lib/core/problem'
import type { PriceBody } from '../price-body'
import { newLine, type Option } from '../workbench'
import type { PriceAnswer } from './ask-prices'
import { livePrices, type RequestedCell } from './live-prices'

const setting = { locale: '', isMobile: false }
const subscription = '004de05a-e478-4505-ba51-e714712b1b93'
const option = (key: string, product = 'NWPLUS1', renews = ''): Option => ({
  key,
  name: '',
  lines: [newLine('p-1', { product, subscription: renews, action: renews === '' ? 'purchase' : 'renew' })],
})
const cellsOf = (options: Option[], currencies: string[]): RequestedCell[] =>
  currencies.flatMap((currency) =>
    options.map((each) => ({ option: each, currency, key: `${each.key} ${currency}`, asked: JSON.stringify([each, currency]) })),
  )

/** Names the product it priced, so that an answer shows what it was asked with. */
const answerTo = ({ currency = 'EUR', bundles }: PriceBody): PriceAnswer => ({
  currency,
  tax: { type: bundles.map(({ products }) => products[0]?.productCode).join(), country: null },
  chargeMethods: [],
  products: [],
  bundles: bundles.map(({ bundleHashKey }) => ({ bundleHashKey, totalAmount: null, products: [] })),
})

type OpenRequest = { body: PriceBody; signal: AbortSignal; answer: (make?: (body: PriceBody) => PriceAnswer) => void }

/** Prices over a service that answers when the test says so. */
function pricesOverService() {
  const asked: OpenRequest[] = []
  const open = new Set<OpenRequest>()
  let most = 0
  const prices = livePrices(() => undefined)
  const fetchPrices = (body: PriceBody, signal: AbortSignal) =>
    new Promise<PriceAnswer>((answered, failed) => {
      const request: OpenRequest = {
        body,
        signal,
        answer(make = answerTo) {
          open.delete(request)
          try {
            answered(make(body))
          } catch (cause) {
            failed(cause)
          }
        },
      }
      signal.addEventListener('abort', () => open.delete(request))
      asked.push(request)
      open.add(request)
      most = Math.max(most, open.size)
    })
  return {
    asked,
    most: () => most,
    now: prices.now,
    again: prices.again,
    want: (cells: RequestedCell[], first = '', places = cells.map(({ key }) => key)) =>
      prices.want({ cells, places, setting, first, fetchPrices }),
    async answerAll(make?: (body: PriceBody) => PriceAnswer) {
      while (open.size > 0) {
        for (const request of [...open]) request.answer(make)
        await settled()
      }
    },
    problems: () => Object.fromEntries([...prices.now().known].map(([key, { outcome }]) => [key, 'problem' in outcome])),
  }
}
const settled = () => new Promise((next) => setImmediate(next))

describe('what is wanted', () => {
  it('is asked for in as many requests as the rules force, four at once, the column looked at first', async () => {
    const { want, asked, answerAll, most, now } = pricesOverService()
    const renewals = ['b-1', 'b-2', 'b-3'].map((key) => option(key, 'NWPLUS3', subscription))
    want(cellsOf(renewals, ['EUR', 'USD', 'JPY', 'KWD']), 'JPY')
    expect(asked.map(({ body }) => body.currency)).toEqual(['JPY', 'JPY', 'JPY', 'EUR'])
    await answerAll()
    expect([asked.length, most(), now().known.size, now().asking.size]).toEqual([12, 4, 12, 0])
    expect(now().run).toMatchObject({ prices: 12, requests: 12, until: expect.any(Number) })
  })

  it('is not asked again as long as nothing changes', async () => {
    const { want, asked, answerAll } = pricesOverService()
    want(cellsOf([option('b-1')], ['EUR']))
    want(cellsOf([option('b-1')], ['EUR']))
    await answerAll()
    want(cellsOf([option('b-1')], ['EUR']))
    expect(asked).toHaveLength(1)
  })

  it('is asked for alone where the rest is known', async () => {
    const { want, asked, answerAll } = pricesOverService()
    want(cellsOf([option('b-1')], ['EUR', 'USD']))
    await answerAll()
    want(cellsOf([option('b-1'), option('b-2', 'NWPRO1')], ['EUR', 'USD']))
    await answerAll()
    expect(asked.map(({ body }) => [body.currency, body.bundles.map(({ bundleHashKey }) => bundleHashKey)])).toEqual([
      ['EUR', ['b-1']],
      ['USD', ['b-1']],
      ['EUR', ['b-2']],
      ['USD', ['b-2']],
    ])
  })

  it('is asked once for all places that ask the same, also for one that comes later', async () => {
    const { want, asked, answerAll, now, again } = pricesOverService()
    const [own] = cellsOf([option('b-1', 'NWPLUS3', subscription)], ['EUR'])
    if (!own) throw new Error('No cell')
    const twin = (key: string) => ({ ...own, option: { ...own.option, key }, key: `${key} EUR` })
    want([own, twin('today')])
    expect([asked.length, now().asking]).toEqual([1, new Set(['b-1 EUR', 'today EUR'])])
    await answerAll()
    expect(now().known.get('today EUR')).toEqual(now().known.get('b-1 EUR'))
    want([own, twin('today'), twin('b-2')])
    expect([asked.length, now().known.size, now().asking.size]).toEqual([1, 3, 0])
    again('all')
    await answerAll()
    expect([asked.length, now().asking.size, now().run?.prices]).toEqual([2, 0, 3])
  })

  it('is still asked where one of the places that ask the same has changed', async () => {
    const { want, asked, answerAll, now } = pricesOverService()
    const [own, changed] = cellsOf([option('b-1', 'OLD'), option('b-1', 'NEW')], ['EUR'])
    if (!own || !changed) throw new Error('No cell')
    want([own, { ...own, key: 'today EUR' }])
    want([changed, { ...own, key: 'today EUR' }])
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false])
    await answerAll()
    const pricedAs = (key: string) => {
      const { outcome } = now().known.get(key) ?? {}
      return outcome && 'answer' in outcome && outcome.answer.tax?.type
    }
    expect([pricedAs('b-1 EUR'), pricedAs('today EUR')]).toEqual(['NEW', 'OLD'])
  })

  it('gives up what nobody wants any more, and an answer that comes nevertheless changes nothing', async () => {
    const { want, asked, now, answerAll } = pricesOverService()
    want(cellsOf([option('b-1', 'OLD')], ['EUR']))
    want(cellsOf([option('b-1', 'NEW')], ['EUR']))
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await answerAll()
    asked[0]?.answer()
    await settled()
    const { outcome } = now().known.get('b-1 EUR') ?? {}
    expect(outcome && 'answer' in outcome && outcome.answer.tax?.type).toBe('NEW')
  })

  it('keeps the old price in its place until the new one comes', async () => {
    const { want, now, answerAll } = pricesOverService()
    want(cellsOf([option('b-1', 'OLD')], ['EUR']))
    await answerAll()
    want(cellsOf([option('b-1', 'NEW')], ['EUR']))
    expect(now().known.get('b-1 EUR')?.asked).toContain('OLD')
    expect(now().asking).toEqual(new Set(['b-1 EUR']))
  })

  it('keeps the price of what is no value for a while, and forgets what has left the screen', async () => {
    const { want, now, answerAll } = pricesOverService()
    want(cellsOf([option('b-1'), option('b-2')], ['EUR']))
    await answerAll()
    want([], 'EUR', ['b-1 EUR'])
    expect([...now().known.keys()]).toEqual(['b-1 EUR'])
  })
})

describe('what goes wrong', () => {
  const refuses = (body: PriceBody) => {
    if (JSON.stringify(body).includes('NOSUCH')) throw problem('notFound', 'Products not found')
    return answerTo(body)
  }

  it('is asked apart where options were refused together, and costs the wrong one alone', async () => {
    const { want, asked, answerAll, problems } = pricesOverService()
    want(cellsOf([option('b-1'), option('b-2', 'NOSUCH'), option('b-3')], ['EUR']))
    await answerAll(refuses)
    expect(asked.map(({ body }) => body.bundles.length)).toEqual([3, 1, 1, 1])
    expect(problems()).toEqual({ 'b-1 EUR': false, 'b-2 EUR': true, 'b-3 EUR': false })
    want(cellsOf([option('b-1', 'NWPRO1'), option('b-2', 'NOSUCH2'), option('b-3', 'NWPRO3')], ['EUR']))
    await answerAll(refuses)
    expect(asked.slice(4).map(({ body }) => body.bundles.map(({ bundleHashKey }) => bundleHashKey))).toEqual([
      ['b-1', 'b-3'],
      ['b-2'],
    ])
  })

  it('is not asked again by itself, and on demand without what is known', async () => {
    const { want, asked, again, answerAll, problems } = pricesOverService()
    want(cellsOf([option('b-1')], ['EUR', 'USD']))
    const down = (body: PriceBody) => {
      if (body.currency === 'USD') throw problem('unavailable', 'Couldn’t reach the service')
      return answerTo(body)
    }
    await answerAll(down)
    expect([asked.length, problems()]).toEqual([2, { 'b-1 EUR': false, 'b-1 USD': true }])
    again('failed')
    await answerAll()
    expect([asked.length, problems()]).toEqual([3, { 'b-1 EUR': false, 'b-1 USD': false }])
    again('all')
    await answerAll()
    expect(asked).toHaveLength(5)
  })

  it('is said where the answer leaves an option out', async () => {
    const { want, answerAll, problems } = pricesOverService()
    want(cellsOf([option('b-1'), option('b-2')], ['EUR']))
    await answerAll((body) => ({ ...answerTo(body), bundles: answerTo(body).bundles.slice(0, 1) }))
    expect(problems()).toEqual({ 'b-1 EUR': false, 'b-2 EUR': true })
  })
})

test('however wishes and answers interleave, every place ends with the answer to its last wish, four at once at most', async () => {
  const wish = fc.uniqueArray(
    fc.record({ key: fc.constantFrom('b-1', 'b-2', 'b-3'), product: fc.constantFrom('A', 'B', 'C'), renews: fc.boolean() }),
    { selector: ({ key }) => key },
  )
  const step = fc.oneof(
    fc.record({ want: wish, currencies: fc.subarray(['EUR', 'USD', 'JPY'], { minLength: 1 }) }),
    fc.record({ answer: fc.nat({ max: 8 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { want, asked, answerAll, most, now } = pricesOverService()
      let last: RequestedCell[] = []
      for (const each of steps) {
        if ('want' in each) {
          last = cellsOf(
            each.want.map(({ key, product, renews }) => option(key, product, renews ? subscription : '')),
            each.currencies,
          )
          want(last)
        } else {
          asked[each.answer]?.answer()
          await settled()
        }
      }
      await answerAll()
      expect(most()).toBeLessThanOrEqual(4)
      expect([...now().known.keys()].toSorted()).toEqual(last.map(({ key }) => key).toSorted())
      for (const cell of last) {
        const { outcome, asked: of } = now().known.get(cell.key) ?? {}
        expect(of).toBe(cell.asked)
        const [line] = cell.option.lines
        expect(outcome && 'answer' in outcome && outcome.answer.tax?.type?.split(',')).toContain(line?.product)
      }
    }),
  )
})
