import { type Place, placeOfAddress, placeOfCountry } from '../catalogue/places'
import type { Product } from '../catalogue/products'
import { readPriceRequest } from '../prices/bundle-request'
import { priceLine } from '../prices/price-line'
import { totalAmount } from '../prices/totals'
import type { Buyer } from '../records'
import { collection, type Operation, underBuyer } from './operation'

/**
 * service-interface, endpoint 9. The currency follows the buyer's address when none is asked for; outside the table of addresses it
 * is USD. That tax follows the same address, and the buyer's country where the address says nothing, is our reading.
 */
export const getOneClickPrices: Operation = {
  name: 'getOneClickPrices',
  method: 'POST',
  path: underBuyer('v3', '/products/bundles'),
  run({ world, merchant, params, headers, body, habits }) {
    const buyer = world.buyer(merchant.code, params.buyerId)
    const request = readPriceRequest(body)
    const here = placeOfAddress(headers.get('x-buyer-ip') ?? '')
    const place = here ?? placeOfCountry(buyer.country)
    const currency = request.currency ?? here?.currency ?? 'USD'
    const taxPercent = place?.tax?.percent ?? '0'
    const bundles = request.bundles.map(({ bundleHashKey, lines }) => ({
      bundleHashKey,
      lines: lines.map((line) => priceLine(line, { world, buyer, currency, taxPercent, isMobile: request.isMobile })),
    }))
    const involved = new Set(bundles.flatMap(({ lines }) => lines.map(({ product }) => product)))
    const data = {
      currency,
      tax: taxShown(place),
      chargeMethods: usableMethods(buyer),
      bundles: bundles.map(({ bundleHashKey, lines }) => ({
        bundleHashKey,
        totalAmount: totalAmount(
          lines.map(({ steps }) => steps),
          taxPercent,
          currency,
        ),
        products: lines.map(({ shown }) => shown),
      })),
      products: [...involved].map((product) => catalogueEntry(product, request.locale)),
    }
    return { status: 200, body: habits.otherSpellings ? respelled(data) : collection(data, bundles.length) }
  },
}

/** Null for a country without tax information (D54). */
const taxShown = (place: Place | undefined) => (place?.tax ? { type: place.tax.type, country: place.country } : null)

/** Methods with a token that is switched on, masked as the samples mask them (D53). */
const usableMethods = (buyer: Buyer) =>
  buyer.chargeMethods
    .filter((method) => method.tokens.some((token) => token.isEnabled))
    .map(({ id, paymentMethodType, value }) => ({
      paymentMethodType,
      paymentMethodIdentifier: paymentMethodType === 'card' ? `**** **** **** ${value}` : value,
      chargeMethodId: id,
    }))

const catalogueEntry = (product: Product, locale: string) => ({
  id: product.id,
  code: product.code,
  name: product.name,
  nameByLocale: product.nameByLocale[locale.toLowerCase()] ?? product.name,
  durationDays: product.durationDays,
  durationWeeks: product.durationWeeks,
  durationMonth: product.durationMonths, // without its s, as the interface document has it
  isActive: product.isActive,
  availableForShop: product.availableForShop,
  availableForControlPanel: true,
  availableForAutocharge: true,
})

/**
 * The spellings of the newest samples: monthlyAmount, durationMonths, a tax that is the text "null", an empty list for meta
 * (D12, D44, D46, D54).
 */
function respelled(data: { tax: unknown }): unknown {
  const text = JSON.stringify({ data: { ...data, tax: data.tax ?? 'null' }, meta: [] })
  return JSON.parse(text.replaceAll('"mounthlyAmount":', '"monthlyAmount":').replaceAll('"durationMonth":', '"durationMonths":'))
}
