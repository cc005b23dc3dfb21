import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '@/lib/client/use-settled'
import { emailTakenQuery } from '@/lib/commands/client/email-taken-query'
import { maskEmail } from '@/lib/core/masking'
import { compare } from '@/lib/core/money'
import { askPrices, type PriceAnswer } from '@/lib/prices/client/ask-prices'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { orderPriceBody } from '@/lib/prices/order-price'
import type { OrderValues } from '@/lib/prices/order-values'
import { describeTax, productName } from '@/lib/prices/price-words'
import { type ReceiptRow, taxAmount, totalReceipt } from '@/lib/prices/receipt'
import { isTrial, totalOf } from '@/lib/prices/term-price'

const pauseMs = 300

type Input = { values: OrderValues; context: NewOrderContext; buyerAddress: string }

/** An order in words, with its price as the service gives it now where the buyer is known. */
export type OrderInWords = {
  /** Null while no product is typed. */
  product: string | null
  /** Masked; null while nobody is named. */
  forWhom: string | null
  buyerId: string | null
  discount: string | null
  /** As typed, for each line that has one. */
  coupons: string[]
  price: {
    total: string
    currency: string | null
    rows: ReceiptRow[]
    tax: 'included' | 'none' | 'unknown'
    isTrial: boolean
    at: number
  } | null
  isAsking: boolean
  /** Why there is no price; null while there is one, or one is asked for. */
  unknown: string | null
}

/** Follows what is typed into an order. */
export function useOrderPrice({ values, context: { merchant, buyers, products }, buyerAddress }: Input): OrderInWords {
  const email = values.email.trim()
  const typed = useSettled(email, pauseMs)
  const { data: holder } = useQuery({
    ...emailTakenQuery(merchant.code, typed),
    enabled: values.buyerId === '' && typed.includes('@'),
  })
  const buyerId = values.buyerId || (email === typed ? holder : null) || null
  const request = { buyerId, body: orderPriceBody(values), buyerAddress }
  const settled = useSettled(request, pauseMs)
  const answer = useQuery({
    queryKey: ['order-price', merchant.code, settled],
    queryFn: ({ signal }) => {
      const { buyerId: of, body } = settled
      if (of === null || body === null) throw new Error('A price is asked of nobody')
      return askPrices({ merchant: merchant.code, buyerId: of, body, buyerAddress: settled.buyerAddress, signal })
    },
    enabled: settled.buyerId !== null && settled.body !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  const isWanted = request.buyerId !== null && request.body !== null
  const known = isWanted && answer.data ? answer.data : null
  const names = new Map(products.map(({ code, name }) => [code, name]))
  const nameOf = (code: string) => names.get(code) ?? (known ? productName(known.products, code) : code)
  const lines = values.products.filter(({ productCode }) => productCode.trim() !== '')
  const price = known && priceIn(known, answer.dataUpdatedAt)
  const isAsking = isWanted && (answer.isFetching || JSON.stringify(settled) !== JSON.stringify(request))
  return {
    product: lines.length === 0 ? null : lines.map((line) => describeLine(line, nameOf)).join(' + '),
    forWhom: values.buyerId
      ? (buyers.find((each) => each.buyerId === values.buyerId)?.email ?? null)
      : email.includes('@')
        ? maskEmail(email)
        : null,
    buyerId,
    discount: values.discount.trim() || null,
    coupons: values.products.flatMap(({ couponCode }) => couponCode.trim() || []),
    price: answer.error ? null : price,
    isAsking,
    unknown: price || isAsking ? null : unknownBecause(values, request),
  }
}

const describeLine = ({ productCode, quantity }: OrderValues['products'][number], nameOf: (code: string) => string) => {
  const count = quantity.trim()
  return `${count === '' || count === '1' ? '' : `${count} × `}${nameOf(productCode.trim())}`
}

function priceIn(answer: PriceAnswer, at: number): OrderInWords['price'] {
  const [bundle] = answer.bundles
  const total = bundle ? totalOf(bundle) : null
  if (!bundle || total === null) return null
  const words = describeTax(answer.tax)
  const tax = taxAmount(words, bundle.totalAmount?.tax ?? null)
  return {
    total,
    currency: answer.currency,
    rows: totalReceipt(bundle, words),
    tax: tax === null ? 'unknown' : compare(tax, '0') > 0 ? 'included' : 'none',
    isTrial: isTrial(bundle),
    at,
  }
}

function unknownBecause(values: OrderValues, { buyerId, body }: { buyerId: string | null; body: unknown }): string {
  if (values.products.some(({ customPrice }) => customPrice.trim() !== ''))
    return 'A custom price takes the place of the price list.'
  if (buyerId === null) return 'We ask the service for prices only for a buyer we know.'
  if (body === null) return 'Enter a product to see its price.'
  return 'The service gave no price for this order.'
}
