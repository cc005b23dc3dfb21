import { describe, expect, it } from 'vitest'
import { problem } from '@/lib/core/problem'
import type { Cell } from '../plan'
import type { PriceBody } from '../price-body'
import { newLine, type Option } from '../workbench'
import type { PriceAnswer } from './ask-prices'
import { type CellOutcome, runPlan } from './run-plan'

const setting = { locale: '', isMobile: false }
const option = (key: string, product = 'NWPLUS1', subscription = ''): Option => ({
  key,
  name: '',
  lines: [newLine('p-1', { product, subscription, action: subscription === '' ? 'purchase' : 'renew' })],
})
const cellsOf = (options: Option[], currencies: string[]): Cell[] =>
  options.flatMap((each) => currencies.map((currency) => ({ option: each, currency })))

const answerTo = ({ currency = 'EUR', bundles }: PriceBody): PriceAnswer => ({
  currency,
  tax: null,
  chargeMethods: [],
  products: [],
  bundles: bundles.map(({ bundleHashKey }) => ({ bundleHashKey, totalAmount: null, products: [] })),
})

/** A service that notes how many asked at once, and answers as told. */
async function run(cells: Cell[], answer: (body: PriceBody) => PriceAnswer = answerTo, signal = new AbortController().signal) {
  const asked: PriceBody[] = []
  const outcomes: [string, CellOutcome][] = []
  let now = 0
  let most = 0
  await runPlan({
    cells,
    setting,
    signal,
    async fetchPrices(body) {
      asked.push(body)
      most = Math.max(most, ++now)
      await new Promise((next) => setImmediate(next))
      now -= 1
      return answer(body)
    },
    onCell: ({ option: { key }, currency }, outcome) => outcomes.push([`${key} ${currency}`, outcome]),
  })
  return { asked, outcomes, most }
}

describe('a plan that is run', () => {
  it('tells each cell once, with at most four requests at once', async () => {
    const options = Array.from({ length: 3 }, (_, index) =>
      option(`b-${index}`, 'NWPLUS3', '004de05a-e478-4505-ba51-e714712b1b93'),
    )
    const { asked, outcomes, most } = await run(cellsOf(options, ['EUR', 'USD', 'JPY', 'KWD']))
    expect([asked.length, most, new Set(outcomes.map(([cell]) => cell)).size, outcomes.length]).toEqual([12, 4, 12, 12])
  })

  it('asks each option alone where they were refused together, and blames the one alone', async () => {
    const refuses = (body: PriceBody) => {
      if (JSON.stringify(body).includes('NOSUCH')) throw problem('notFound', 'Products not found')
      return answerTo(body)
    }
    const { asked, outcomes } = await run(cellsOf([option('b-1'), option('b-2', 'NOSUCH'), option('b-3')], ['EUR']), refuses)
    expect(asked.map(({ bundles }) => bundles.length)).toEqual([3, 1, 1, 1])
    expect(Object.fromEntries(outcomes.map(([cell, outcome]) => [cell, 'problem' in outcome]))).toEqual({
      'b-1 EUR': false,
      'b-2 EUR': true,
      'b-3 EUR': false,
    })
  })

  it('does not ask again where the service cannot be reached: all cells of the request have failed', async () => {
    const down = () => {
      throw problem('unavailable', 'Couldn’t reach the service')
    }
    const { asked, outcomes } = await run(cellsOf([option('b-1'), option('b-2')], ['EUR']), down)
    expect([asked.length, outcomes.length]).toEqual([1, 2])
  })

  it('says so where the answer leaves a bundle out', async () => {
    const { outcomes } = await run(cellsOf([option('b-1'), option('b-2')], ['EUR']), (body) => ({
      ...answerTo(body),
      bundles: answerTo(body).bundles.slice(0, 1),
    }))
    expect(outcomes.map(([, outcome]) => 'problem' in outcome && outcome.problem.detail)).toEqual([
      false,
      'The service returned no price for this bundle.',
    ])
  })

  it('tells nothing any more once it is given up', async () => {
    const given = new AbortController()
    given.abort()
    expect((await run(cellsOf([option('b-1')], ['EUR']), answerTo, given.signal)).outcomes).toEqual([])
  })

  it('of nothing ends at once', async () => {
    expect((await run([])).asked).toEqual([])
  })
})
