import { describe, expect, it } from 'vitest'
import type { Cell } from '@/lib/prices/plan'
import type { PriceBody } from '@/lib/prices/price-body'
import { newLine, type Option } from '@/lib/prices/workbench'
import { problem } from '@/lib/problem'
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
  ...{ currency, tax: null, chargeMethods: [], products: [] },
  bundles: bundles.map(({ bundleHashKey }) => ({ bundleHashKey, totalAmount: null, products: [] })),
})

/** A service that notes how many asked at once, and answers as told. */
async function run(cells: Cell[], answer: (body: PriceBody) => PriceAnswer = answerTo, signal = new AbortController().signal) {
  const asked: PriceBody[] = []
  const told: [string, CellOutcome][] = []
  let now = 0
  let most = 0
  await runPlan({
    ...{ cells, setting, signal },
    async ask(body) {
      asked.push(body)
      most = Math.max(most, ++now)
      await new Promise((next) => setImmediate(next))
      now -= 1
      return answer(body)
    },
    tell: ({ option: { key }, currency }, outcome) => told.push([`${key} ${currency}`, outcome]),
  })
  return { asked, told, most }
}

describe('a plan that is run', () => {
  it('tells each cell once, with at most four requests at once', async () => {
    const options = Array.from({ length: 3 }, (_, at) => option(`b-${at}`, 'NWPLUS3', '004de05a-e478-4505-ba51-e714712b1b93'))
    const { asked, told, most } = await run(cellsOf(options, ['EUR', 'USD', 'JPY', 'KWD']))
    expect([asked.length, most, new Set(told.map(([cell]) => cell)).size, told.length]).toEqual([12, 4, 12, 12])
  })

  it('asks each option alone where they were refused together, and blames the one alone', async () => {
    const refuses = (body: PriceBody) => {
      if (JSON.stringify(body).includes('NOSUCH')) throw problem('notFound', 'Products not found')
      return answerTo(body)
    }
    const { asked, told } = await run(cellsOf([option('b-1'), option('b-2', 'NOSUCH'), option('b-3')], ['EUR']), refuses)
    expect(asked.map(({ bundles }) => bundles.length)).toEqual([3, 1, 1, 1])
    expect(Object.fromEntries(told.map(([cell, outcome]) => [cell, 'problem' in outcome]))).toEqual({
      'b-1 EUR': false,
      'b-2 EUR': true,
      'b-3 EUR': false,
    })
  })

  it('does not ask again where the service cannot be reached: all cells of the request have failed', async () => {
    const down = () => {
      throw problem('unavailable', 'The service could not be reached')
    }
    const { asked, told } = await run(cellsOf([option('b-1'), option('b-2')], ['EUR']), down)
    expect([asked.length, told.length]).toEqual([1, 2])
  })

  it('says so where the answer leaves a bundle out', async () => {
    const { told } = await run(cellsOf([option('b-1'), option('b-2')], ['EUR']), (body) => ({
      ...answerTo(body),
      bundles: answerTo(body).bundles.slice(0, 1),
    }))
    expect(told.map(([, outcome]) => 'problem' in outcome && outcome.problem.detail)).toEqual([
      false,
      'The service’s answer leaves this bundle out.',
    ])
  })

  it('tells nothing any more once it is given up', async () => {
    const given = new AbortController()
    given.abort()
    expect((await run(cellsOf([option('b-1')], ['EUR']), answerTo, given.signal)).told).toEqual([])
  })

  it('of nothing ends at once', async () => {
    expect((await run([])).asked).toEqual([])
  })
})
