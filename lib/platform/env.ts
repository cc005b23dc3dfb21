import 'server-only'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { type Role, roles } from '@/lib/core/roles'
import { type HelpDesk, merchantSchema, readHelpDesks, serviceAddress } from './merchants'
import { signingFaults, signingVariables } from './signing-env'
import { singleton } from './singleton'
import {
  givenIn,
  isHere,
  issuesOf,
  leavingFaults,
  leavingVariables,
  printable,
  sessionSecret,
  storageVariables,
} from './storage-env'

const whole = (standard: string, of: string) =>
  z.pipe(
    z.pipe(z._default(z.string(), standard), z.string().check(z.regex(/^[1-9]\d{0,8}$/, `isn’t a whole number of ${of}`))),
    z.transform((text: string) => Number(text)),
  )

const milliseconds = (standard: string) => whole(standard, 'milliseconds')

const listIn = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '')
const hostsIn = (text: string) => listIn(text.toLowerCase())

const namePattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** As it is compared with the host of an address: a name, and a port where there is one. A pattern such as `*` is a host to URL alone. */
function isHost(text: string): boolean {
  if (!URL.canParse(`https://${text}/`)) return false
  const { host, hostname } = new URL(`https://${text}/`)
  return host === text && (namePattern.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0)
}

/** An empty list would allow every host, which nobody says with a comma. */
const isHostList = (text: string) => hostsIn(text).length > 0 && hostsIn(text).every(isHost)

/** As OpenTelemetry writes them: the values are percent-encoded. */
function isHeaderList(text: string): boolean {
  if (!/^([\w-]+=[\w%.~-]+)(,[\w-]+=[\w%.~-]+)*$/.test(text)) return false
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

function isOrigin(text: string): boolean {
  return !URL.canParse(text) || new URL(text).pathname === '/'
}

/** The issuer is compared to the letter with what tokens say, so nothing of it is tidied up. */
const issuer = z.string().check(z.refine(isIssuer, 'must be an https address without a query (http works on this machine only)'))

/** The variables of the company's sign-in. */
const companyVariables = {
  OIDC_ISSUER: z.optional(issuer),
  OIDC_CLIENT_ID: z.optional(printable),
  OIDC_CLIENT_SECRET: z.optional(printable),
  OIDC_SCOPE: z._default(z.string().check(z.regex(/(^| )openid( |$)/, 'doesn’t include openid')), 'openid email profile'),
  OIDC_ROLE_CLAIM: z._default(printable, 'roles'),
  OIDC_ROLE_MAP: z.pipe(
    z._default(
      z
        .string()
        .check(
          z.refine(
            (text) => roleMapIn(text) !== null,
            `isn’t a JSON object of claim values, each with one of ${roles.join(', ')}`,
          ),
        ),
      '{}',
    ),
    z.transform((text: string) => roleMapIn(text) ?? {}),
  ),
  LOCAL_ACCOUNTS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
}

const together = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

/** What is wrong between the variables: one of three alone, or nobody with a way in. */
function companyFaults(given: Record<string, string | undefined>): string[] {
  const missing = together.filter((name) => given[name] === undefined)
  if (missing.length > 0 && missing.length < together.length)
    return missing.map((name) => `${name}: is missing; the company’s sign-in needs ${together.join(', ')}`)
  if (missing.length === 0 || given.LOCAL_ACCOUNTS !== 'off') return []
  return ['LOCAL_ACCOUNTS: off means nobody can sign in; set up company sign-in (OIDC_ISSUER)']
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  return (protocol === 'https:' || (protocol === 'http:' && isHere(hostname))) && `${search}${hash}${username}` === ''
}

function roleMapIn(text: string): Record<string, Role> | null {
  try {
    const map: unknown = JSON.parse(text)
    const isMap = typeof map === 'object' && map !== null && !Array.isArray(map)
    return isMap && Object.values(map).every((role) => roles.includes(role)) ? (map as Record<string, Role>) : null
  } catch {
    return null
  }
}

/** How long a person waits for the outcome of a command, and how long its connection lives. */
const waits = {
  SERVICE_WRITE_PATIENCE_MS: milliseconds('15000'),
  SERVICE_WRITE_LIMIT_MS: milliseconds('60000'),
}

function waitFaults(given: Source): string[] {
  const { data } = z.object(waits).safeParse(given)
  if (!data || data.SERVICE_WRITE_LIMIT_MS >= data.SERVICE_WRITE_PATIENCE_MS) return []
  return ['SERVICE_WRITE_LIMIT_MS: is shorter than SERVICE_WRITE_PATIENCE_MS; make it at least as long']
}

const variables = z.object({
  SERVICE_URL: serviceAddress,
  NEXTAUTH_URL: serviceAddress.check(z.refine(isOrigin, 'has a path; the dashboard needs an address without one')),
  NEXTAUTH_SECRET: sessionSecret,
  TRUSTED_PROXIES: z.pipe(
    z._default(
      z
        .string()
        .check(z.refine((text) => listIn(text).every((address) => isIP(address) > 0), 'isn’t a list of IPv4 or IPv6 addresses')),
      '',
    ),
    z.transform(listIn),
  ),
  /** Set by `npm run demo` alone: the stand-in can be asked to send an event. */
  SERVICE_IS_STANDIN: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  EVENTS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  /** So many reads at most are caused by events, for each merchant account and over all copies. */
  EVENTS_READS_PER_SECOND: z.pipe(
    z._default(z.string().check(z.regex(/^(1?\d?\d|200)$/, 'isn’t a whole number from 0 to 200')), '2'),
    z.transform(Number),
  ),
  /** So many commands a second at most are sent by incidents, for each merchant account and over all copies. */
  INCIDENT_RATE_MAX: z.pipe(
    z._default(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'isn’t a whole number from 1 to 100')), '20'),
    z.transform(Number),
  ),
  /** Whether machines may come in with their tokens. */
  AGENTS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  RETURN_URL_HOSTS: z.pipe(
    z.optional(z.string().check(z.refine(isHostList, 'isn’t a list of hosts, such as shop.example.test'))),
    z.transform((text) => hostsIn(text ?? '')),
  ),
  SERVICE_READ_TIMEOUT_MS: milliseconds('10000'),
  ...waits,
  SERVICE_MAX_ANSWER_BYTES: whole('33554432', 'bytes'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(serviceAddress),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(
    z.string().check(z.refine(isHeaderList, 'isn’t a list such as name=value,name=value')),
    '',
  ),
  OTEL_SERVICE_NAME: z._default(printable, 'counterfoil'),
  METRICS_TOKEN: z.optional(printable.check(z.minLength(16, 'has fewer than 16 characters'))),
  ...storageVariables,
  ...companyVariables,
  ...leavingVariables,
  ...signingVariables,
})

const merchantList = z
  .array(merchantSchema, 'isn’t a JSON array of merchant accounts')
  .check(z.minLength(1, 'has no merchant account in it'))

type Source = Record<string, string | undefined>
export type Env = z.output<typeof variables> & {
  merchants: z.output<typeof merchantList>
  /** Where the accounts stand in a file, which may be read again while the process runs. */
  merchantsFile: string | null
  /** Which help desks may show the panel; none where it is off. */
  helpDesks: HelpDesk[]
}

/**
 * The environment, this process's own unless another is given, or everything that is wrong with it at once. A fault names the variable
 * and never repeats its value.
 */
export function readEnv(source: Source = process.env): { env: Env; faults: [] } | { env: null; faults: string[] } {
  const given = givenIn(source)
  const read = variables.safeParse(given)
  const merchants = readMerchants(given)
  const desks = readHelpDesks(given, merchants.list)
  const faults = [
    ...issuesOf('', read.error),
    ...waitFaults(given),
    ...companyFaults(given),
    ...leavingFaults(given),
    ...signingFaults(given),
    ...merchants.faults,
    ...desks.faults,
  ]
  if (source.NODE_ENV === 'production' && source.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED: 0 turns off certificate checks; remove it')
  }
  if (!read.success || merchants.list === null || faults.length > 0) return { env: null, faults }
  const { list } = merchants
  return {
    env: { ...read.data, merchants: list, merchantsFile: given.MERCHANTS_FILE ?? null, helpDesks: desks.list },
    faults: [],
  }
}

/** The merchant accounts alone, or everything that is wrong with them. */
export function readMerchants(given: Source): { list: Env['merchants'] | null; faults: string[] } {
  const fault = (text: string) => ({ list: null, faults: [text] })
  const name = given.MERCHANTS_FILE === undefined ? 'MERCHANTS' : 'MERCHANTS_FILE'
  if (given.MERCHANTS === undefined && given.MERCHANTS_FILE === undefined)
    return fault('MERCHANTS: is missing (or set MERCHANTS_FILE)')
  if (given.MERCHANTS !== undefined && given.MERCHANTS_FILE !== undefined)
    return fault('MERCHANTS: is set together with MERCHANTS_FILE; keep one')
  let parsed: unknown
  try {
    parsed = JSON.parse(given.MERCHANTS ?? readFileSync(/* turbopackIgnore: true */ given.MERCHANTS_FILE ?? '', 'utf8'))
  } catch (cause) {
    return fault(
      cause instanceof SyntaxError ? `${name}: isn’t JSON` : `${name}: can’t be read (${(cause as NodeJS.ErrnoException).code})`,
    )
  }
  const read = merchantList.safeParse(parsed)
  if (!read.success) return { list: null, faults: issuesOf(name, read.error) }
  const codes = read.data.map(({ code }) => code)
  const twice = codes.find((code, index) => codes.indexOf(code) < index)
  return twice === undefined ? { list: read.data, faults: [] } : fault(`${name}: the code ${twice} is used twice`)
}

/** The environment of this process. Throws with the list of faults; the boot hook has stopped the server before anybody gets here. */
export function env(): Env {
  return singleton('env', () => {
    const { env, faults } = readEnv()
    if (env === null) throw new Error(`These environment variables are wrong:\n${faults.join('\n')}`)
    return env
  })
}

/** Whether this is the built server, and not one that is developed or tested. */
export const isProduction = () => process.env.NODE_ENV === 'production'

/** The zone in which a merchant account counts its days; one that was taken out since counts in UTC. */
export const zoneOf = (merchant: string): string => env().merchants.find(({ code }) => code === merchant)?.timeZone ?? 'UTC'
