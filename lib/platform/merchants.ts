import 'server-only'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { type MerchantColour, merchantColours } from '@/lib/core/merchant-colour'
import { roles } from '@/lib/core/roles'

const filled = z.string('is missing').check(z.trim(), z.minLength(1, 'is empty'))
const webAddress = z.string('is missing').check(
  z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'isn’t an http or https address',
    abort: true,
  }),
  z.refine(isBare, 'has a query, a fragment or a password in it'),
  z.overwrite((text) => text.replace(/\/+$/, '')),
)
// A header's value: what a line break could smuggle in must not start.
const headerText = filled.check(z.regex(/^[\x21-\x7e]+$/, 'may hold only visible ASCII characters'))

export const serviceAddress = webAddress

/** What signs a request or belongs to the connection: no other header of an account may have such a name. */
const ownHeaders = new Set(
  'accept connection content-length content-type host transfer-encoding x-buyer-ip x-date x-id x-public-key x-source x-token'.split(
    ' ',
  ),
)

/** A merchant account as it stands in MERCHANTS: the keys, and how this account of the service differs (service-facts, D1 to D4). */
export const merchantSchema = z.strictObject({
  code: headerText,
  name: filled,
  publicKey: headerText.check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'isn’t in uuid form')),
  secretKey: z.string('is missing').check(z.minLength(1, 'is empty')),
  serviceId: headerText,
  source: z._default(headerText, 'shop'),
  dateFormat: z._default(z.enum(['Y-m-d H:i:s.u', 'Y-m-dTH:i:s'], 'must be "Y-m-d H:i:s.u" or "Y-m-dTH:i:s"'), 'Y-m-d H:i:s.u'),
  fallbackBuyerIp: z.optional(z.string().check(z.refine((text) => isIP(text) > 0, 'isn’t an IPv4 or IPv6 address'))),
  reads: z._default(z.union([z.boolean(), z.literal('auto')], 'must be true, false or "auto"'), 'auto'),
  timeZone: z._default(z.string().check(z.refine(isTimeZone, 'isn’t a time zone such as UTC or Europe/Berlin')), 'UTC'),
  analyticsHeader: z._default(
    headerText.check(z.refine((name) => !ownHeaders.has(name.toLowerCase()), 'is a header of the request itself')),
    'x-analytics-client-id',
  ),
  serviceUrl: z.optional(webAddress),
  /** Who may use it: these roles, and these people by e-mail. With neither, everybody. */
  roles: z.optional(z.array(z.enum(roles, `isn’t one of ${roles.join(', ')}`)).check(z.minLength(1, 'names no role'))),
  people: z.optional(
    z.array(z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[^\s@]+@[^\s@]+$/, 'isn’t an e-mail address'))),
  ),
  colour: z.optional(z.enum(merchantColours, `isn’t one of ${merchantColours.join(', ')}`)),
  products: z._default(z.array(z.strictObject({ code: filled, name: filled, productId: z.optional(filled) })), []),
})

export type Merchant = z.output<typeof merchantSchema>

/** What a browser may know of a merchant account. The colour is null where there is only one account, for nothing to be told apart. */
export type MerchantForPeople = Pick<Merchant, 'code' | 'name' | 'timeZone'> & { colour: MerchantColour | null }

function isBare(text: string): boolean {
  const { search, hash, username, password } = new URL(text)
  return `${search}${hash}${username}${password}` === ''
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false // the only way Intl says "no such zone"
  }
}
