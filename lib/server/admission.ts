import 'server-only'
import type * as z from 'zod/mini'
import { isDeeperThan } from '@/lib/is-deeper-than'
import { invalid, type ProblemField, problem } from '@/lib/problem'
import { merchantsOf, requireMerchant } from './auth/merchant-rights'
import type { Person } from './auth/sessions'
import { env } from './env'
import type { Merchant } from './merchants'
import { currentRequest } from './request-context'

// The single steps by which a request is let in. Each throws a ServiceProblem; none reaches the service.

/** Requests that change something must come from our own pages: the browser says so, or names our origin. */
export function requireOwnOrigin(request: Request): void {
  if (request.method === 'GET') return
  const site = request.headers.get('sec-fetch-site')
  const own = site === null ? request.headers.get('origin') === new URL(env().NEXTAUTH_URL).origin : site === 'same-origin'
  if (!own) throw problem('forbidden', 'This request did not come from a page of the dashboard.', { code: 'foreign_origin' })
}

/** The merchant account a request is about: header `x-merchant`, by default the first the person may use. Throws `forbidden` for another. */
export function merchantFor(request: Request, person: Person): Merchant {
  const merchant = merchantByCode(request.headers.get('x-merchant') ?? merchantsOf(person)[0]?.code ?? null)
  requireMerchant(person, merchant.code)
  const context = currentRequest()
  if (context) context.merchant = merchant.code
  return merchant
}

/** Checks nobody's right: for what is decided elsewhere. */
export function merchantByCode(code: string | null): Merchant {
  const { merchants } = env()
  const found = code === null ? merchants[0] : merchants.find((merchant) => merchant.code === code)
  if (!found) throw invalid([{ field: 'x-merchant', title: 'No such merchant account' }])
  return found
}

const mostBodyBytes = 64 * 1024
const mostLevels = 32

/** A JSON body of at most 64 KiB, read no further than that. Undefined for an empty one. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.toLowerCase().replace(/\s/g, '')
  if (type !== 'application/json' && type !== 'application/json;charset=utf-8') {
    throw problem('invalid', 'Send the body as application/json.', { status: 415, code: 'unsupported_media_type' })
  }
  const text = await readText(request, mostBodyBytes)
  const body = text === '' ? undefined : parsed(text)
  if (isDeeperThan(body, mostLevels))
    throw problem('invalid', `The body is nested more than ${mostLevels} levels deep.`, { code: 'too_deep' })
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw problem('invalid', 'The body is not JSON.', { code: 'bad_json' })
  }
}

/** The body as text; a longer one than `most` bytes is refused as soon as that is seen. */
export async function readText(request: Request, most: number): Promise<string> {
  const tooLarge = () => problem('invalid', `The body is larger than ${most / 1024} KiB.`, { status: 413, code: 'too_large' })
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What the schema makes of the value, or the fields that are wrong with it. */
export function checked<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issues = read.error.issues.flatMap(ofOneForm)
  const isUnknown = issues.some(({ code }) => code === 'unrecognized_keys')
  throw invalid(issues.flatMap(fieldsOf), { code: isUnknown ? 'unknown_key' : null })
}

/** Of several forms a value may have, the one that it has but for keys that are not known says what is wrong with it. */
function ofOneForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  return issue.errors.find((some) => some.every(({ code }) => code === 'unrecognized_keys')) ?? [issue]
}

function fieldsOf(issue: z.core.$ZodIssue): ProblemField[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      title: 'This field is not known here; leave it out',
    }))
  }
  const title =
    issue.message === 'Invalid input'
      ? issue.path.length === 0
        ? 'Give an object with the documented fields'
        : 'This value is missing or of the wrong kind'
      : issue.message
  return [{ field: issue.path.join('.'), title }]
}

/** Query parameters as an object; `name[]=a&name[]=b` and a repeated name become lists. */
export function searchIn(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url)
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((key) => {
      const values = searchParams.getAll(key)
      return key.endsWith('[]') ? [key.slice(0, -2), values] : [key, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}
