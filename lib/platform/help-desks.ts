import 'server-only'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { isHere, issuesOf } from './storage-env'

const filled = z.string('is missing').check(z.minLength(1, 'is empty'))

/** Exactly as a browser writes it, because it's compared to the letter. On this machine nobody listens in, so http will do there. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
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
  code: filled.check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'isn’t 1 to 32 lower-case letters, digits and hyphens')),
  /** The one origin that may show the panel in a frame, and that its messages go to. */
  origin: filled.check(z.refine(isOrigin, 'isn’t an https origin without a path, such as https://help.example.test')),
  /** The merchant accounts whose buyers it may show, by their codes. */
  accounts: z.array(filled, 'isn’t a list of codes').check(z.minLength(1, 'names no merchant account')),
  level: z.enum(['flags', 'masked'], 'must be "flags" or "masked"'),
}

const helpDesk = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      ...common,
      kind: z.literal('zendesk'),
      publicKey: z.pipe(
        filled.check(z.refine((pem) => keyIn(pem) !== null, 'isn’t a public RSA key of 2048 bits or more, as PEM')),
        z.transform((pem: string) => createPublicKey(pem)),
      ),
      audience: filled,
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

type Given = Record<string, string | undefined>

/** The help desks that may show the panel, none by default, and everything that's wrong with them. */
export function readHelpDesks(
  given: Given,
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
