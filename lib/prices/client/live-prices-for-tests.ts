import type { PriceBody } from '../price-body'
import { newLine, type Option } from '../workbench'
import type { PriceAnswer } from './ask-prices'
import { livePrices, type RequestedCell } from './live-prices'

const setting = { locale: '', isMobile: false }
export const subscription = '004de05a-e478-4505-ba51-e714712b1b93'
export const option = (key: string, product = 'NWPLUS1', renews = ''): Option => ({
  key,
  name: '',
  lines: [newLine('p-1', { product, subscription: renews, action: renews === '' ? 'purchase' : 'renew' })],
})
export const cellsOf = (options: Option[], currencies: string[]): RequestedCell[] =>
  currencies.flatMap((currency) =>
    options.map((each) => ({ option: each, currency, key: `${each.key} ${currency}`, asked: JSON.stringify([each, currency]) })),
  )

/** Names the product it priced, so that an answer shows what it was asked with. */
export const answerTo = ({ currency = 'EUR', bundles }: PriceBody): PriceAnswer => ({
  currency,
  tax: { type: bundles.map(({ products }) => products[0]?.productCode).join(), country: null },
  chargeMethods: [],
  products: [],
  bundles: bundles.map(({ bundleHashKey }) => ({ bundleHashKey, totalAmount: null, products: [] })),
})

type OpenRequest = { body: PriceBody; signal: AbortSignal; answer: (make?: (body: PriceBody) => PriceAnswer) => void }

/** Prices over a service that answers when the test says so. */
export function pricesOverService() {
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
export const settled = () => new Promise((next) => setImmediate(next))
