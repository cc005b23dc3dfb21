import type { ComparedOption, Quote } from './quote'
import { byAddress, emptyWorkbench, type Line, newLine, type Workbench } from './workbench'

/** The calculation that a quote was made from, to be asked anew: every option in every currency, the offered one first. */
export function quotedWorkbench({ request, compared, words }: Pick<Quote, 'request' | 'compared' | 'words'>): Workbench {
  const chosen = compared?.prices[compared.chosen]?.option ?? -1
  const kept = compared?.options ?? []
  const own: ComparedOption = { words, products: request.bundles[0]?.products ?? [] }
  const options = [own, ...kept.filter((_, at) => at !== chosen)]
  const currencies = [request.currency ?? byAddress, ...(compared?.prices ?? []).flatMap(({ currency }) => currency ?? [])]
  return {
    ...emptyWorkbench,
    options: options.map((option, at) => ({
      key: `b-${at + 1}`,
      name: '',
      lines: option.products.map((line, index) => lineOf(line, `p-${index + 1}`)),
    })),
    currencies: [...new Set(currencies)],
    locale: request.locale ?? '',
    isMobile: request.isMobile,
  }
}

function lineOf(line: ComparedOption['products'][number], key: string): Line {
  const per = { day: line.priceCalculationType.dailyAmount, week: line.priceCalculationType.weeklyAmount }
  return newLine(key, {
    action: line.actionName,
    product: line.productCode,
    quantity: 'quantity' in line ? String(line.quantity) : '1',
    subscription: 'subscriptionId' in line ? line.subscriptionId : '',
    discount: line.discount === undefined ? '' : String(line.discount),
    coupon: line.couponCode ?? '',
    per: [...(per.day ? (['day'] as const) : []), ...(per.week ? (['week'] as const) : []), 'month'],
  })
}
