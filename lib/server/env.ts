import 'server-only'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { companyFaults, companyVariables } from './company-variables'
import { merchantSchema, serviceAddress } from './merchants'
import { once } from './once'

const milliseconds = (standard: string) =>
  z.pipe(
    z.pipe(
      z._default(z.string(), standard),
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'is not a whole number of milliseconds')),
    ),
    z.transform((text: string) => Number(text)),
  )

const variables = z.object({
  SERVICE_URL: serviceAddress,
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, 'is not a postgres:// address'))),
  JOURNAL_KEY: z.optional(z.string().check(z.minLength(16, 'has fewer than 16 characters'))),
  DATA_DIR: z._default(z.string(), '.data'),
  NEXTAUTH_URL: serviceAddress,
  NEXTAUTH_SECRET: z.string('is missing').check(z.minLength(32, 'has fewer than 32 characters')),
  TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => text.split(/[\s,]+/).every((address) => address === '' || isIP(address) > 0),
          'is not a list of IPv4 or IPv6 addresses',
        ),
      ),
    '',
  ),
  RETURN_URL_HOSTS: z.pipe(
    z._default(z.string(), ''),
    z.transform((text: string) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((host) => host !== ''),
    ),
  ),
  SERVICE_READ_TIMEOUT_MS: milliseconds('10000'),
  SERVICE_WRITE_PATIENCE_MS: milliseconds('15000'),
  SERVICE_WRITE_LIMIT_MS: milliseconds('60000'),
  SERVICE_MAX_ANSWER_BYTES: milliseconds('33554432'),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not a level of the log'),
    'info',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(serviceAddress),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(
    z.string().check(z.regex(/^([\w-]+=[\w%.~-]+)(,[\w-]+=[\w%.~-]+)*$/, 'is not a list such as name=value,name=value')),
    '',
  ),
  OTEL_SERVICE_NAME: z._default(z.string(), 'counterfoil'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'has fewer than 16 characters'))),
  ...companyVariables,
})

const merchantList = z
  .array(merchantSchema, 'is not a JSON array of merchant accounts')
  .check(z.minLength(1, 'names no merchant account'))

type Source = Record<string, string | undefined>
export type Env = z.output<typeof variables> & { merchants: z.output<typeof merchantList> }

/** The environment, or everything that is wrong with it at once. A fault names the variable and never repeats its value. */
export function readEnv(source: Source): { env: Env; faults: [] } | { env: null; faults: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const read = variables.safeParse(given)
  const merchants = readMerchants(given)
  const faults = [...issuesOf('', read.error), ...companyFaults(given), ...merchants.faults]
  if (source.NODE_ENV === 'production' && source.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED: 0 would accept any certificate; remove it')
  }
  if (!read.success || merchants.list === null || faults.length > 0) return { env: null, faults }
  return { env: { ...read.data, merchants: merchants.list }, faults: [] }
}

function readMerchants(given: Source): { list: Env['merchants'] | null; faults: string[] } {
  const fault = (text: string) => ({ list: null, faults: [text] })
  const name = given.MERCHANTS_FILE === undefined ? 'MERCHANTS' : 'MERCHANTS_FILE'
  if (given.MERCHANTS === undefined && given.MERCHANTS_FILE === undefined)
    return fault('MERCHANTS: is missing (or give MERCHANTS_FILE)')
  if (given.MERCHANTS !== undefined && given.MERCHANTS_FILE !== undefined)
    return fault('MERCHANTS: is given beside MERCHANTS_FILE; keep one')
  let parsed: unknown
  try {
    parsed = JSON.parse(given.MERCHANTS ?? readFileSync(/* turbopackIgnore: true */ given.MERCHANTS_FILE ?? '', 'utf8'))
  } catch (cause) {
    return fault(
      cause instanceof SyntaxError
        ? `${name}: is not JSON`
        : `${name}: cannot be read (${(cause as NodeJS.ErrnoException).code})`,
    )
  }
  const read = merchantList.safeParse(parsed)
  if (!read.success) return { list: null, faults: issuesOf(name, read.error) }
  const codes = read.data.map(({ code }) => code)
  const twice = codes.find((code, at) => codes.indexOf(code) < at)
  return twice === undefined ? { list: read.data, faults: [] } : fault(`${name}: the code ${twice} stands twice`)
}

function issuesOf(name: string, error: z.core.$ZodError | undefined): string[] {
  return (error?.issues ?? []).map((issue) => {
    const where = issue.path.reduce<string>(
      (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`),
      name,
    )
    return `${where}: ${issue.code === 'unrecognized_keys' ? `does not know ${issue.keys.join(', ')}` : issue.message}`
  })
}

/** The environment of this process. Throws with the list of faults; the boot hook has stopped the server before anybody gets here. */
export function env(): Env {
  return once('env', () => {
    const { env, faults } = readEnv(process.env)
    if (env === null) throw new Error(`The environment is wrong:\n${faults.join('\n')}`)
    return env
  })
}
