import 'server-only'
import { ServiceProblem } from '@/lib/core/problem'
import { shortReason } from '@/lib/core/problem-words'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import { fewestGroups } from '../fewest-groups'
import { describeTax } from '../price-words'
import type { ComparedPrice, Comparison } from '../quote'
import { dueNow, type PricedBundle, taxAmount } from '../receipt'
import { isMove } from '../workbench'

type Bundle = PriceRequest['bundles'][number]

/** What was compared: options by the key they have on screen, and currencies; the empty one is that of the buyer's address. */
export type ComparisonRequest = { options: readonly (Bundle & { words: string })[]; currencies: readonly string[] }

type Ask = (body: PriceRequest) => Promise<PriceResult>
type Cell = { option: number; currency: string; bundle: Bundle }

const maxConcurrent = 4

/** Refusals that one option may have brought upon the others. */
const concernsOne: ReadonlySet<string> = new Set(['invalid', 'notFound', 'conflict'])

/**
 * What every option costs now in every currency. The chosen price comes from the answer that is frozen; the others are asked for here,
 * by the server itself, so that nothing in a quote is a browser's word. One that can't be had says why, and spoils no other.
 */
export async function comparedPrices(
  ask: Ask,
  { options, currencies }: ComparisonRequest,
  { request, answer }: { request: PriceRequest; answer: PriceResult },
): Promise<Comparison> {
  const key = request.bundles[0]?.bundleHashKey
  const isChosen = ({ bundle, currency }: Cell) =>
    bundle.bundleHashKey === key && (currency === (request.currency ?? '') || currency === answer.currency)
  const cells = options.flatMap(({ words: _, ...bundle }, option) =>
    currencies.map((currency): Cell => ({ option, currency, bundle })),
  )
  const others = cells.filter((cell) => !isChosen(cell))
  const found = await askedFor(others, request, ask)
  const prices = cells.map((cell) => {
    if (isChosen(cell)) return priced(cell, answer, answer.bundles[0])
    return found.get(cell) ?? refused(cell, 'The service returned no price for this option.')
  })
  return {
    options: options.map(({ words, products }) => ({ words, products })),
    prices,
    chosen: cells.findIndex(isChosen),
  }
}

/** Options that share no subscription go together; where the service refuses them together, each is asked alone. */
async function askedFor(cells: readonly Cell[], setting: PriceRequest, ask: Ask): Promise<Map<Cell, ComparedPrice>> {
  const found = new Map<Cell, ComparedPrice>()
  const currencies = [...new Set(cells.map(({ currency }) => currency))]
  const queue = currencies.flatMap((currency) =>
    fewestGroups(
      cells.filter((cell) => cell.currency === currency),
      ({ bundle }) => bundle.products.flatMap((line) => ('subscriptionId' in line ? [line.subscriptionId.toLowerCase()] : [])),
    ),
  )
  async function work(): Promise<void> {
    for (let group = queue.shift(); group; group = queue.shift()) {
      const currency = group[0]?.currency ?? ''
      const { currency: _, ...rest } = setting
      const body = { ...rest, ...(currency && { currency }), bundles: group.map(({ bundle }) => bundle) }
      try {
        const answer = await ask(body)
        for (const cell of group)
          found.set(
            cell,
            priced(
              cell,
              answer,
              answer.bundles.find(({ bundleHashKey }) => bundleHashKey === keyOf(cell)),
            ),
          )
      } catch (cause) {
        if (!(cause instanceof ServiceProblem)) throw cause
        if (group.length > 1 && concernsOne.has(cause.problem.kind)) queue.push(...group.map((cell) => [cell]))
        else for (const cell of group) found.set(cell, refused(cell, shortReason(cause.problem)))
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  return found
}

const keyOf = ({ bundle }: Cell) => bundle.bundleHashKey

function priced(cell: Cell, { currency, tax }: PriceResult, bundle: PricedBundle | undefined): ComparedPrice {
  const total = bundle?.totalAmount
  if (!total) return refused(cell, 'The service returned no price for this option.')
  return {
    option: cell.option,
    currency,
    list: total.origin,
    discount: total.discountsAndCoupons,
    net: total.amountWithDiscountsAndCoupons,
    tax: taxAmount(describeTax(tax), total.tax),
    total: total.amountWithDiscountsAndCouponsAndTax,
    ...(bundle.products.some(({ action }) => isMove(action)) ? { due: dueNow(bundle) } : {}),
    refused: null,
  }
}

const refused = ({ option, currency }: Cell, why: string): ComparedPrice => ({
  option,
  currency: currency || null,
  list: null,
  discount: null,
  net: null,
  tax: null,
  total: null,
  refused: why,
})
