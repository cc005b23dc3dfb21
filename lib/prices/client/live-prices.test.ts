import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { problem } from '@/lib/core/problem'
import type { PriceBody } from '../price-body'
import type { RequestedCell } from './live-prices'
import { answerTo, cellsOf, option, pricesOverService, settled, subscription } from './live-prices-for-tests'

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
