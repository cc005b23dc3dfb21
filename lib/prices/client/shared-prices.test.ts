import { describe, expect, it } from 'vitest'
import { cellsOf, option, pricesOverService, subscription } from './live-prices-for-tests'

describe('a price that several places show', () => {
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
})
