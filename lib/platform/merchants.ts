import 'server-only'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { type MerchantColour, merchantColours } from '@/lib/core/merchant-colour'
import { roles } from '@/lib/core/roles'
import { isHere, issuesOf } from './storage-env'

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

const named = z.string('is missing').check(z.minLength(1, 'is empty'))

/** Exactly as a browser writes it, because it's compared to the letter. On this machine nobody listens in, so http will do there. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  if (!/^[a-z0-9.:[\]-]+$/.test(hostname)) return false // `*` is a host to URL, and any host to a policy
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isHere(hostname)))
}

function keyIn(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048 ? key : null
  } catch {
    return null // the only way it says that a text is no key
  }
}

const common = {
  code: named.check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'isn’t 1 to 32 lower-case letters, digits and hyphens')),
  /** The one origin that may show the panel in a frame, and that its messages go to. */
  origin: named.check(z.refine(isOrigin, 'isn’t an https origin without a path, such as https://help.example.test')),
  /** The merchant accounts whose buyers it may show, by their codes. */
  accounts: z.array(named, 'isn’t a list of codes').check(z.minLength(1, 'names no merchant account')),
  level: z.enum(['flags', 'masked'], 'must be "flags" or "masked"'),
}

const helpDesk = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      ...common,
      kind: z.literal('zendesk'),
      publicKey: z.pipe(
        named.check(z.refine((pem) => keyIn(pem) !== null, 'isn’t a public RSA key of 2048 bits or more, as PEM')),
        z.transform((pem: string) => createPublicKey(pem)),
      ),
      audience: named,
    }),
    z.strictObject({
      ...common,
      kind: z.literal('hmac'),
      secret: z.string('is missing').check(z.minLength(32, 'has fewer than 32 characters')),
    }),
  ],
  'must be "zendesk" or "hmac"',
)
const helpDeskList = z.array(helpDesk, 'isn’t a JSON array of help desks')

export type HelpDesk = z.output<typeof helpDesk>

type Variables = Record<string, string | undefined>

/** The help desks that may show the panel, none by default, and everything that's wrong with them. */
export function readHelpDesks(
  given: Variables,
  merchants: readonly { code: string }[] | null,
): { list: HelpDesk[]; faults: string[] } {
  const none = (...faults: string[]) => ({ list: [], faults })
  const { HELP_DESKS: text, HELP_DESKS_FILE: file } = given
  if (text === undefined && file === undefined) return none()
  if (text !== undefined && file !== undefined) return none('HELP_DESKS: is set together with HELP_DESKS_FILE; keep one')
  const name = file === undefined ? 'HELP_DESKS' : 'HELP_DESKS_FILE'
  let json: unknown
  try {
    json = JSON.parse(text ?? readFileSync(/* turbopackIgnore: true */ file ?? '', 'utf8'))
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'isn’t JSON' : `can’t be read (${(cause as NodeJS.ErrnoException).code})`
    return none(`${name}: ${why}`)
  }
  const { data: list, error } = helpDeskList.safeParse(json)
  if (list === undefined) return none(...issuesOf(name, error))
  const faults = [...repeatedIn(name, list), ...strangersIn(name, list, merchants)]
  return { list, faults }
}

/** Of two that have a code or an audience in common nobody could say which is meant. */
function repeatedIn(name: string, list: readonly HelpDesk[]): string[] {
  const twice = (values: readonly string[]) => values.find((value, index) => values.indexOf(value) < index)
  const code = twice(list.map((desk) => desk.code))
  const audience = twice(list.flatMap((desk) => (desk.kind === 'zendesk' ? desk.audience : [])))
  return [
    ...(code === undefined ? [] : [`${name}: the code ${code} is used twice`]),
    ...(audience === undefined ? [] : [`${name}: an audience is used twice`]),
  ]
}

function strangersIn(name: string, list: readonly HelpDesk[], merchants: readonly { code: string }[] | null): string[] {
  if (merchants === null) return [] // what's wrong with them is told already
  return list.flatMap(({ accounts }, at) =>
    accounts.every((code) => merchants.some((merchant) => merchant.code === code))
      ? []
      : [`${name}[${at}].accounts: names a merchant account that isn’t in MERCHANTS`],
  )
}
