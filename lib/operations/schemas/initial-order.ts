import * as z from 'zod/mini'
import { isObject } from '@/lib/core/json'
import { couponCode, currency, discount, email, keyValues, locale, productCode, sequence, uuid, whole } from './scalars'
import { map, requiredText, textNotNullWord } from './tolerant'

const webAddress = 'Enter a full https address without a user name, such as https://shop.example.test/thanks'

/**
 * A full merchant address, kept to the letter: its placeholders must not be re-encoded (service-facts 2.11).
 * The host must stand in the text as the browser reads it, which refuses look-alike letters and backslashes.
 */
const returnUrl = z
  .string(webAddress)
  .check(z.maxLength(2048, 'Use 2,048 characters or fewer'), z.refine(isPlainHttps, webAddress))

function isPlainHttps(text: string): boolean {
  if (!/^https:\/\/[\w.:[\]-]+([/?#]|$)/.test(text) || !URL.canParse(text)) return false
  const { host, username, password } = new URL(text)
  return username === '' && password === '' && text.toLowerCase().startsWith(`https://${host}`)
}

const product = z.strictObject({
  productCode,
  couponCode: z.nullish(couponCode),
  quantity: z.nullish(whole(1, 10)),
  customPrice: z.nullish(z.number('Enter a price of at least 0.01').check(z.gte(0.01, 'Enter a price of at least 0.01'))),
  autochargeStatus: z.nullish(z.boolean()), // D30
})

/**
 * What an order is opened with (service-interface, Create initial order; service-facts 2.11). `buyerId` is our own and is never sent:
 * the handler puts that buyer's known e-mail in its place, so that whoever sees it masked can still make a link for them.
 */
export const initialOrder = z.strictObject({
  isMobile: z.boolean('Choose whether checkout starts on a mobile device'),
  currency: z.optional(currency),
  discount: z.nullish(discount),
  sequence: z.nullish(sequence),
  metaData: z.optional(keyValues),
  buyerMeta: z.optional(keyValues),
  returnUrl,
  products: z.array(product).check(z.minLength(1, 'Add a product')),
  buyer: z.optional(z.strictObject({ email, locale: z.nullish(locale) })),
  buyerId: z.optional(uuid),
})

/** The payment page's address, opaque, and what the service echoes. A null discount or coupon does not mean that none applied (D28). */
export const paymentPage = z.object({
  url: requiredText,
  params: z.pipe(
    z.transform((value: unknown): unknown => (isObject(value) ? value : {})),
    z.object({
      metaData: map,
      sequence: textNotNullWord,
      discount: textNotNullWord,
      coupon: textNotNullWord,
      analyticsClientId: textNotNullWord,
    }),
  ),
})
