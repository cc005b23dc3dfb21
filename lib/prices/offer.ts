import { dayIn, longDay } from '@/lib/core/dates'
import { compare, formatAmount } from '@/lib/core/money'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import { orderOf } from './order-values'
import { productName, taxWords } from './price-words'
import type { Quote } from './quote'
import { dueNow, type PricedLine, type ReceiptRow, totalReceipt } from './receipt'
import { totalOf } from './term-price'
import { isMove, type PriceAction } from './workbench'

export type OfferKind = PriceAction | 'several'

/** A product of the offer: its price with tax as the service gave it, and how long it lasts. */
export type OfferLine = { name: string; term: string | null; price: string | null }

/** An offer as the customer reads it: plain words, and no more promised than the service said. */
export type Offer = {
  kind: OfferKind
  reference: string
  date: string
  until: string
  heading: string
  lead: string | null
  currency: string | null
  lines: OfferLine[]
  rows: ReceiptRow[]
  accept: string
  know: string[]
}

/** What the offer is about: the action of its one product; several of another kind than purchases are `several`. */
export function kindOf({ request }: Pick<Quote, 'request'>): OfferKind {
  const actions = new Set((request.bundles[0]?.products ?? []).map(({ actionName }) => actionName))
  const [only = 'several'] = actions
  const isOne = request.bundles[0]?.products.length === 1
  return actions.size === 1 && (isOne || only === 'purchase') ? only : 'several'
}

/** Why no payment link can be made of it; null where one can. A link only ever sells something new. */
export function noLinkBecause(quote: Pick<Quote, 'request'>): string | null {
  if (kindOf(quote) !== 'purchase') return 'A payment link would start a second subscription, so it isn’t offered here.'
  const lines = quote.request.bundles[0]?.products ?? []
  return orderOf(lines, '') === null
    ? 'A payment link takes one discount for all products, so it can’t be made of this offer.'
    : null
}

/** The offer in words, with days in the zone of the merchant account. */
export function offerOf(quote: Quote, zone: string): Offer {
  const { answer, reference } = quote
  const kind = kindOf(quote)
  const [bundle] = answer.bundles
  const day = (moment: string) => longDay(dayIn(Date.parse(moment), zone))
  const date = day(quote.madeAt)
  const until = day(quote.validUntil)
  const tax = taxWords(answer.tax)
  const lines = (bundle?.products ?? []).map((line) => lineOf(answer.products, line))
  const total = bundle ? totalOf(bundle) : null
  return {
    kind,
    reference,
    date,
    until,
    lines,
    heading: headingOf(kind, lines.map(({ name }) => name).join(' + '), priceWords(total, answer.currency)),
    lead: bundle ? leadOf(bundle.totalAmount, answer) : null,
    currency: answer.currency,
    rows: bundle ? totalReceipt(bundle, tax) : [],
    accept: acceptWords(kind, { until, reference }),
    know: knowWords(kind, date, bundle ? dueWords(bundle, answer.currency) : null),
  }
}

function lineOf(products: PriceResult['products'], { code, quantity, amount, isTrial }: PricedLine): OfferLine {
  const name = productName(products, code)
  const term = isTrial === true ? 'trial' : termOf(products, code)
  return {
    name: quantity !== null && quantity > 1 ? `${quantity} × ${name}` : name,
    term: term !== null && name.includes(term) ? null : term, // many products have their term in their name
    price: amount?.amountWithDiscountAndCouponAndTax ?? null,
  }
}

// A number and its currency stay on one line.
const priceWords = (amount: string | null, currency: string | null) =>
  amount === null ? null : `${formatAmount(amount)}\u00a0${currency ?? ''}`.trim()

function headingOf(kind: OfferKind, products: string, price: string | null): string {
  const verb = isMove(kind) ? 'Change to ' : kind === 'renew' ? 'Renew ' : ''
  return `${verb}${products}${price === null ? '' : ` for ${price}`}`
}

const isSomething = (amount: string | null | undefined): amount is string => amount != null && compare(amount, '0') > 0

function leadOf(total: PriceResult['bundles'][number]['totalAmount'], { tax, currency }: PriceResult): string | null {
  const saved = isSomething(total?.discountsAndCoupons)
    ? `${priceWords(total.discountsAndCoupons, currency)} is already taken off the list price.`
    : null
  const taxed = isSomething(total?.tax) ? 'The price includes tax.' : tax === null ? 'Tax may be added.' : null
  return [saved, taxed].filter((words) => words !== null).join(' ') || null
}

/** How long a product lasts, by the service's catalogue. */
function termOf(products: PriceResult['products'], code: string | null): string | null {
  const found = products.find((product) => product.code === code)
  const terms = [
    [found?.durationMonths, 'month'],
    [found?.durationWeeks, 'week'],
    [found?.durationDays, 'day'],
  ] as const
  const [count, unit] = terms.find(([given]) => given != null && given > 0) ?? [null, '']
  return count == null ? null : `${count} ${unit}${count === 1 ? '' : 's'}`
}

function acceptWords(kind: OfferKind, { until, reference }: { until: string; reference: string }): string {
  const reply = `Reply by ${until} and mention ${reference}.`
  switch (kind) {
    case 'purchase':
      return `${reply} We’ll send you a link to pay. The payment page shows the final price.`
    case 'renew':
      return `${reply} We’ll tell you how to renew.`
    case 'several':
      return `${reply} We’ll tell you what to do next.`
    default:
      return `${reply} We’ll tell you how your plan changes.`
  }
}

function dueWords(bundle: PriceResult['bundles'][number], currency: string | null): string | null {
  const due = dueNow(bundle)
  if (due === null) return null
  if (!isSomething(due)) return 'There’s nothing to pay when you change plans.'
  const tax = isSomething(bundle.totalAmount?.tax) ? ' Tax may be added.' : ''
  return `When you change plans, you pay ${priceWords(due, currency)}.${tax}`
}

function knowWords(kind: OfferKind, date: string, due: string | null): string[] {
  const price = `We worked out this price on ${date}. It isn’t reserved, so it may change before you pay.`
  if (kind === 'renew') return [price, 'The offer is for one renewal. Later renewals may cost more or less.']
  if (isMove(kind))
    return [price, due ?? 'You may owe less when you change plans, because part of your current term is already paid.']
  return [price]
}

/** The same as text for a message, without anything personal. */
export function offerText({ heading, lead, lines, rows, currency, accept, know, until, reference }: Offer): string {
  const sums = rows.map(({ sign, label, note, amount }) =>
    [
      `${label}${note === null ? '' : `, ${note}`}:`,
      `${sign === '−' ? '−' : ''}${amount ?? 'unknown'}`,
      amount === null ? '' : currency,
    ]
      .filter(Boolean)
      .join(' '),
  )
  const what = lines.map(({ name, term }) => (term === null ? name : `${name}, ${term}`))
  const parts = [heading, lead, [...what, ...sums].join('\n'), accept, ...know, `Offer ${reference}, open until ${until}`]
  return parts.filter((part) => part !== null && part !== '').join('\n\n')
}
