import { dayIn } from '@/lib/core/dates'
import { compare } from '@/lib/core/money'
import { inPlainSight } from '@/lib/core/unseen'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import { type OfferKey, type OfferWording, offerWriter } from './offer-words'
import { orderOf } from './order-values'
import { describeTax, describeTimes, productName } from './price-words'
import { isOpenQuote, type Quote } from './quote'
import { dueNow, type PricedBundle, type PricedLine, type ReceiptRow, totalReceipt } from './receipt'
import { isTrial, totalOf } from './term-price'
import { isMove, type PriceAction } from './workbench'

export type OfferKind = PriceAction | 'several'

/** A product of the offer: its price with tax as the service gave it, and how long it lasts. */
export type OfferLine = { name: string; term: string | null; price: string | null }

/** An offer as the customer reads it: plain words in their language, and no more promised than the service said. */
export type Offer = {
  lang: string
  /** What it is called, and what stands over its parts. */
  heads: Record<'offer' | 'for' | 'what' | 'term' | 'price' | 'acceptHead' | 'knowHead', string>
  date: string
  heading: string
  lead: string | null
  lines: OfferLine[]
  /** How the price adds up; the last row is what is paid. */
  rows: { key: string; label: string; amount: string }[]
  accept: string
  know: string[]
  /** Until when it is open, or that it isn’t any more. */
  until: string
  questions: string
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

type Writer = ReturnType<typeof offerWriter>
type OfferContext = {
  /** Days are those of the merchant account. */
  zone: string
  wording: OfferWording
  /** The day on which the subscription ends that is renewed, as far as it is known. */
  ends: string | null
}

/** The offer in the customer’s words. */
export function offerOf(quote: Quote, { zone, wording, ends }: OfferContext): Offer {
  const { answer, reference } = quote
  const write = offerWriter(wording)
  const { say } = write
  const kind = kindOf(quote)
  const [bundle] = answer.bundles
  const day = (moment: string) => write.day(dayIn(Date.parse(moment), zone))
  const [date, until] = [day(quote.madeAt), day(quote.validUntil)]
  const asked = quote.request.bundles[0]?.products ?? []
  const lines = (bundle?.products ?? []).map((line) => {
    const same = asked.find(({ productHashKey }) => productHashKey === line.productHashKey)
    return lineOf(write, answer, line, same && 'quantity' in same ? same.quantity : undefined)
  })
  const isOpen = isOpenQuote(quote)
  const isToCome = ends !== null && ends >= dayIn(Date.parse(quote.madeAt), zone)
  return {
    lang: wording.locale,
    heads: {
      offer: say('offer', { reference }),
      for: say('for'),
      what: say('what'),
      term: say('term'),
      price: say('price'),
      acceptHead: say('acceptHead'),
      knowHead: say('knowHead'),
    },
    date,
    heading: headingOf(write, kind, lines, bundle && { bundle, currency: answer.currency }),
    lead: bundle ? leadOf(write, bundle.totalAmount, answer) : null,
    lines,
    rows: bundle ? totalReceipt(bundle, describeTax(answer.tax)).flatMap((row) => rowOf(write, row, answer.currency)) : [],
    accept: isOpen ? `${say('reply', { until, reference })} ${say(nextOf(quote))}` : say('closed'),
    know: [
      say('worked', { date }),
      ...describeGoodToKnow(write, kind, { bundle, currency: answer.currency, ends: isToCome ? ends : null }),
    ],
    until: isOpen ? say('until', { until }) : say('closed'),
    questions: say('questions', { reference }),
  }
}

/** What the customer is told to expect. A link is promised only where one can be made. */
function nextOf(quote: Quote): OfferKey {
  const kind = kindOf(quote)
  if (isMove(kind)) return 'thenMove'
  if (kind === 'renew') return 'thenRenew'
  return noLinkBecause(quote) === null ? 'thenLink' : 'thenNext'
}

function lineOf(write: Writer, { products, currency }: PriceResult, line: PricedLine, asked: number | undefined): OfferLine {
  const name = inPlainSight(productName(products, line.code)) // it can’t break its line or turn its direction
  const price = line.amount?.amountWithDiscountAndCouponAndTax ?? null
  return {
    name: describeTimes(line, asked, name),
    term: line.isTrial === true ? write.say('trialTerm') : termOf(write, products, line.code, name),
    price: price === null ? null : write.money(price, currency),
  }
}

type Priced = { bundle: PricedBundle; currency: string | null }

function headingOf(write: Writer, kind: OfferKind, lines: readonly OfferLine[], priced: Priced | undefined): string {
  const products = lines.map(({ name }) => name).join(' + ')
  const isTried = priced !== undefined && isTrial(priced.bundle)
  const key = isMove(kind) ? 'move' : kind === 'renew' ? 'renew' : isTried ? 'trial' : 'buy'
  const plain = write.say(key, { products })
  const what = isTried && key !== 'trial' ? write.say('asTrial', { what: plain }) : plain
  const total = priced ? totalOf(priced.bundle) : null
  return total === null ? what : write.say('priced', { what, amount: write.money(total, priced?.currency ?? null) })
}

const isSomething = (amount: string | null | undefined): amount is string => amount != null && compare(amount, '0') > 0

function leadOf({ say, money }: Writer, total: PricedBundle['totalAmount'], { tax, currency }: PriceResult): string | null {
  const saved = isSomething(total?.discountsAndCoupons)
    ? say('saved', { amount: money(total.discountsAndCoupons, currency) })
    : null
  const taxed = isSomething(total?.tax) ? say('taxIncluded') : tax === null ? say('taxMaybe') : null
  return [saved, taxed].filter((words) => words !== null).join(' ') || null
}

/** How long a product lasts, by the service's catalogue; null where its name says so. */
function termOf({ term }: Writer, products: PriceResult['products'], code: string | null, name: string): string | null {
  const found = products.find((product) => product.code === code)
  const terms = [
    [found?.durationMonths, 'month'],
    [found?.durationWeeks, 'week'],
    [found?.durationDays, 'day'],
  ] as const
  const [count, unit] = terms.find(([given]) => given != null && given > 0) ?? [null, 'month']
  return count == null || new RegExp(`\\b${count} ?${unit}`, 'i').test(name) ? null : term(count, unit)
}

const rowKeys = { origin: 'list', net: 'net', tax: 'tax', due: 'due' } as const

/** A row for the customer. A tax that nobody knows is left out: the lead says that one may be added. */
function rowOf({ say, money, percent }: Writer, { part, kind, sign, label, note, amount }: ReceiptRow, currency: string | null) {
  if (amount === null) return []
  const [rate] = /[\d.]+(?=%$)/.exec(note ?? '') ?? []
  const words = describeRow(say, { part, kind, label })
  return [
    {
      key: `${part} ${label}`,
      label: rate === undefined ? words : `${words} ${percent(rate)}`,
      amount: `${sign === '−' ? '−' : ''}${money(amount, currency)}`,
    },
  ]
}

function describeRow(say: Writer['say'], { part, kind, label }: Pick<ReceiptRow, 'part' | 'kind' | 'label'>): string {
  if (part === 'coupon') return kind === 'several' ? say('discounts') : say('coupon', { code: inPlainSight(label) })
  if (part === 'discount' || part === 'discounted') return say(kind === 'several' ? 'discounts' : 'discount')
  if (part === 'total') return say(kind === 'full' ? 'full' : 'total')
  return say(rowKeys[part])
}

type Facts = { bundle: PricedBundle | undefined; currency: string | null; ends: string | null }

/** What else the customer should know before they accept. */
function describeGoodToKnow({ say, money, day }: Writer, kind: OfferKind, { bundle, currency, ends }: Facts): string[] {
  const trial = bundle && isTrial(bundle) ? [say('afterTrial')] : []
  const end = ends === null ? [] : [say('ends', { day: day(ends) })]
  if (kind === 'renew') return [...end, say('once'), ...trial]
  if (!isMove(kind)) return trial
  const due = bundle ? dueNow(bundle) : null
  if (due === null) return [say('dueLess'), ...end]
  if (!isSomething(due)) return [say('dueNone'), ...end]
  const words = say('dueNow', { amount: money(due, currency) })
  return [isSomething(bundle?.totalAmount?.tax) ? `${words} ${say('taxMaybe')}` : words, ...end]
}

/** The same as text for a message, without anything personal. */
export function offerText({ heads, heading, lead, lines, rows, accept, know, until }: Offer): string {
  const what = lines.map(({ name, term }) => (term === null ? name : `${name}, ${term}`))
  const sums = rows.map(({ label, amount }) => `${label}: ${amount}`)
  const parts = [heading, lead, [...what, ...sums].join('\n'), accept, ...know, `${heads.offer}. ${until}`]
  return parts.filter((part) => part !== null && part !== '').join('\n\n')
}
