import { describe, expect, it } from 'vitest'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import { noLinkBecause, offerOf, offerText } from './offer'
import { german as de } from './offer-texts/de'
import { english as en } from './offer-texts/en'
import { spanish as es } from './offer-texts/es'
import { french as fr } from './offer-texts/fr'
import { portuguese as pt } from './offer-texts/pt'
import { type OfferKey, offerVariables } from './offer-words'
import type { Quote } from './quote'
import { driftOf, stateOfQuote } from './quote'
import { actOf } from './quote-act'
import { quotedWorkbench } from './quoted-workbench'

const builtIn = { de, en, es, fr, pt }
const none = { dailyAmount: false, weeklyAmount: false, monthlyAmount: true }
const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'
type Line = Quote['request']['bundles'][number]['products'][number]
const bought: Line = {
  productHashKey: 'p-1',
  actionName: 'purchase',
  productCode: 'NWPLUS3',
  quantity: 2,
  discount: 10,
  priceCalculationType: none,
}
const renewed: Line = {
  productHashKey: 'p-1',
  actionName: 'renew',
  productCode: 'NWPLUS3',
  subscriptionId,
  discount: 10,
  priceCalculationType: none,
}
const moved = (actionName: 'upgrade' | 'downgrade'): Line => ({
  productHashKey: 'p-1',
  actionName,
  productCode: 'NWPLUS3',
  subscriptionId,
  priceCalculationType: { dailyAmount: false, weeklyAmount: false, monthlyAmount: false },
})

const answer = {
  currency: 'EUR',
  tax: { type: 'VAT', country: 'nl' },
  chargeMethods: [],
  products: [{ code: 'NWPLUS3', name: 'Northwind Plus', nameByLocale: null, durationMonths: 3 }],
  bundles: [
    {
      bundleHashKey: 'b-1',
      products: [{ code: 'NWPLUS3', quantity: null, amount: { amountWithDiscountAndCouponAndTax: '45.90' } }],
      totalAmount: {
        origin: '42.15',
        discountsAndCoupons: '4.22',
        amountWithDiscountsAndCoupons: '37.93',
        taxPercent: '21.00',
        tax: '7.97',
        amountWithDiscountsAndCouponsAndTax: '45.90',
      },
    },
  ],
} as unknown as PriceResult

const quoteOf = (...products: Line[]): Quote => ({
  id: 'x',
  reference: 'Q-7KM3X9',
  state: 'open',
  merchant: 'northwind',
  buyerId: 'b',
  words: 'Renew Plus',
  request: { isMobile: false, currency: 'EUR', bundles: [{ bundleHashKey: 'b-1', products }] },
  answer,
  compared: null,
  checked: null,
  person: 'Marta',
  mine: true,
  madeAt: '2026-11-23T08:41:00.000Z',
  validUntil: '2026-11-30T08:41:00.000Z',
  sharedAt: null,
  used: null,
})

const english = { locale: 'en' as const, country: 'GB', texts: builtIn.en }
const offered = (quote: Quote, about: Partial<Parameters<typeof offerOf>[1]> = {}) =>
  offerOf(quote, { zone: 'UTC', wording: english, ends: null, ...about })

describe('an offer', () => {
  it('is told with the figures of the service, its validity, and that the price isn’t reserved', () => {
    expect(offerText(offered(quoteOf(renewed), { ends: '2026-12-04' })).replaceAll('\u00a0', ' ')).toBe(
      [
        'Renew Northwind Plus for 45.90 EUR',
        '4.22 EUR is already taken off the list price. The price includes tax.',
        'Northwind Plus, 3 months\nList price: 42.15 EUR\nDiscounts and coupons: −4.22 EUR\nBefore tax: 37.93 EUR\nTax 21%: 7.97 EUR\nTo pay: 45.90 EUR',
        'Reply by 30 November 2026 and mention Q-7KM3X9. We’ll tell you how to renew.',
        'We worked out this price on 23 November 2026. It isn’t reserved, so it may change before you pay.',
        'Your current term ends on 4 December 2026.',
        'The offer is for one renewal. Later renewals may cost more or less.',
        'Offer Q-7KM3X9. Open until 30 November 2026',
      ].join('\n\n'),
    )
    expect(offered(quoteOf(renewed), { ends: '2026-11-22' }).know.join(' ')).not.toContain('current term')
    expect(offered(quoteOf(moved('downgrade')), { ends: '2026-12-04' }).know).toContain(
      'Your current term ends on 4 December 2026.',
    )
  })

  it('is written as the customer writes', () => {
    const german = { locale: 'de' as const, country: 'AT', texts: builtIn.de }
    const text = offerText(offered(quoteOf(renewed), { wording: german })).replaceAll('\u00a0', ' ')
    expect(text).toContain('Verlängerung: Northwind Plus für 45,90 EUR')
    expect(text).toContain('Northwind Plus, 3 Monate\nListenpreis: 42,15 EUR')
    expect(text).toContain('Steuer 21 %: 7,97 EUR')
    expect(text).toContain('Antworten Sie bis 30. November 2026 und nennen Sie Q-7KM3X9.')
  })

  it('says so where the tax isn’t known', () => {
    const quote = { ...quoteOf(bought), answer: { ...answer, tax: null } }
    expect(offered(quote).lead).not.toContain('Tax may be added')
    const [bundle] = answer.bundles
    if (!bundle?.totalAmount) throw new Error('There is no total')
    const untaxed = { ...bundle, totalAmount: { ...bundle.totalAmount, tax: '0.00' } }
    const unknown = offered({ ...quote, answer: { ...answer, tax: null, bundles: [untaxed] } })
    expect(unknown.lead).toContain('Tax may be added.')
    expect(unknown.rows.map(({ label }) => label)).not.toContain('Tax')
  })

  it('of a trial says that it’s one, and what it costs afterwards', () => {
    const [bundle] = answer.bundles
    if (!bundle) throw new Error('There is no bundle')
    const products = bundle.products.map((line) => ({ ...line, isTrial: true }))
    const trial = offered({ ...quoteOf(bought), answer: { ...answer, bundles: [{ ...bundle, products }] } })
    expect(trial.heading).toBe('Trial of Northwind Plus for 45.90\u00a0EUR')
    const renewal = offered({ ...quoteOf(renewed), answer: { ...answer, bundles: [{ ...bundle, products }] } })
    expect(renewal.heading).toBe('Renew Northwind Plus as a trial for 45.90\u00a0EUR')
    expect(trial.know.join(' ')).toContain('renews at the full price unless you cancel it')
    expect(offered(quoteOf(bought)).know.join(' ')).not.toContain('trial')
  })

  it('promises a link only where one can be made, and nothing once it isn’t open', () => {
    expect(offered(quoteOf(bought)).accept).toContain('We’ll send you a link to pay.')
    const apart = quoteOf(bought, { ...bought, productHashKey: 'p-2', discount: 5 })
    expect(offered(apart).accept).toBe('Reply by 30 November 2026 and mention Q-7KM3X9. We’ll tell you what to do next.')
    const lapsed = offered({ ...quoteOf(bought), state: 'lapsed' })
    expect([lapsed.accept, lapsed.until]).toEqual(['This offer is no longer open.', 'This offer is no longer open.'])
  })

  const locales = ['de', 'es', 'fr', 'pt'] as const
  it.each(['en', ...locales] as const)('has every text in %s, with what is filled in', (locale) => {
    for (const [key, names] of Object.entries(offerVariables)) {
      const text = builtIn[locale][key as OfferKey]
      expect([key, [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()]).toEqual([key, [...names].sort()])
      if (locale !== 'en' && key !== 'buy') expect(text).not.toBe(builtIn.en[key as OfferKey])
    }
  })

  it.each([
    ['a renewal', [renewed]],
    ['an upgrade', [moved('upgrade')]],
    ['a downgrade', [moved('downgrade')]],
    ['a purchase beside a renewal', [bought, { ...renewed, productHashKey: 'p-2' }]],
  ])('never becomes a payment link where it is %s', (_, lines) =>
    expect(noLinkBecause(quoteOf(...lines))).toContain('second subscription'),
  )

  it.each([
    ['link', 'open', bought],
    ['copy', 'open', renewed],
    ['copy', 'open', moved('upgrade')],
    ['verb', 'open', moved('downgrade')],
    ['link', 'draft', bought],
    ['again', 'lapsed', bought],
    ['again', 'lapsed', renewed],
    ['again', 'withdrawn', moved('downgrade')],
    [null, 'used', bought],
  ] as const)('leads to %s where it is %s: $actionName', (act, state, line) =>
    expect(actOf({ ...quoteOf(line), state })).toBe(act),
  )

  it('becomes a payment link where it is a purchase with one discount', () => {
    expect(noLinkBecause(quoteOf(bought))).toBeNull()
    expect(noLinkBecause(quoteOf(bought, { ...bought, productHashKey: 'p-2', discount: 5 }))).toContain('one discount')
  })
})

describe('a quote', () => {
  const standing = { used_at: null, shared_at: null, withdrawn_at: null, valid_until: '2026-11-30T00:00:00Z' }
  const now = new Date('2026-11-29T00:00:00Z')

  it('lapses at its moment, unless it was taken up or withdrawn before', () => {
    expect(stateOfQuote(standing, now)).toBe('draft')
    expect(stateOfQuote({ ...standing, shared_at: 'x' }, now)).toBe('open')
    expect(stateOfQuote({ ...standing, shared_at: 'x' }, new Date(standing.valid_until))).toBe('lapsed')
    expect(stateOfQuote({ ...standing, withdrawn_at: 'x' }, new Date('2030-01-01'))).toBe('withdrawn')
    expect(stateOfQuote({ ...standing, withdrawn_at: 'x', used_at: 'x' }, now)).toBe('used')
  })

  it.each([
    [null, null],
    [{ total: '45.90', currency: 'EUR' }, 'same price'],
    [{ total: '45.9', currency: 'EUR' }, 'same price'],
    [{ total: '1047.10', currency: 'EUR' }, '1,001.20 more now'],
    [{ total: '40.00', currency: 'EUR' }, '5.90 less now'],
    [{ total: '240.00', currency: 'BRL' }, 'now 240.00 BRL'],
    [{ total: null, currency: 'EUR' }, 'no price now'],
  ])('drifts by what the service said last, and never across currencies: %j', (said, words) => {
    const checked = said && { ...said, at: '2026-11-24T08:47:00Z' }
    expect(driftOf({ total: '45.90', currency: 'EUR', checked })?.words ?? null).toBe(words)
  })

  it('is priced again with every option and currency that it was chosen from, the offered one first', () => {
    const option = (words: string, ...products: Line[]) => ({ words, products })
    const price = (at: number, currency: string) => ({
      ...{ option: at, currency, list: null, discount: null, net: null, tax: null, total: null, refused: null },
    })
    const compared = {
      options: [option('A', moved('downgrade')), option('B', renewed)],
      prices: [price(0, 'EUR'), price(0, 'BRL'), price(1, 'EUR'), price(1, 'BRL')],
      chosen: 2,
    }
    const again = quotedWorkbench({ ...quoteOf(renewed), compared })
    expect(again.options.map(({ lines: [line] }) => [line?.action, line?.subscription, line?.discount])).toEqual([
      ['renew', subscriptionId, '10'],
      ['downgrade', subscriptionId, ''],
    ])
    expect(again.currencies).toEqual(['EUR', 'BRL'])
  })
})
