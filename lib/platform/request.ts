import 'server-only'
import * as z from 'zod/mini'
import { accountHeader } from '@/lib/core/browser-names'
import { holdsCardNumber } from '@/lib/core/card-number'
import { brokenText, DoubledKey, exceedsDepth, parsedJson } from '@/lib/core/json'
import { maskTyped } from '@/lib/core/masking'
import { invalid, type ProblemField, problem } from '@/lib/core/problem'
import type { Operation } from '@/lib/operations/declare/operation'
import { filled, line } from '@/lib/operations/schemas/scalars'
import { env } from './env'
import type { Merchant } from './merchants'
import { cardAdvice, requireNoneIn } from './personal-values'

const withoutCard = <S extends z.ZodMiniType<string>>(schema: S) =>
  schema.check(z.refine((text) => !holdsCardNumber(text), cardAdvice))

/**
 * A line that is kept as it is typed, but for e-mail and IP addresses: a ticket's number is an id, and ids are shown unmasked. With advice it
 * may not be empty.
 */
export const keptLine = (max: number, advice?: string) =>
  z.pipe(withoutCard(advice === undefined ? line(max) : filled(max, advice)), z.transform(maskTyped))

/** A text in an address that something is looked for by. A database takes no control characters for a text. */
export const searchText = z.optional(
  z.string().check(
    z.maxLength(200, 'Use 200 characters or fewer'),
    z.refine((text) => !/\p{Cc}/u.test(text), 'Remove line breaks and control characters'),
  ),
)

// The single steps by which a request is let in. Each throws a ServiceProblem; none reaches the service.

/**
 * Requests that change something must come from our own pages: the browser says so, or names our origin. A page that was drawn for somebody
 * else, before another tab signed out and in again, changes nothing in the name of whoever is signed in now.
 */
export function requireOwnPage(request: Request, { accountId }: { accountId: string }): void {
  if (request.method === 'GET') return
  const site = request.headers.get('sec-fetch-site')
  const own = site === null ? request.headers.get('origin') === new URL(env().NEXTAUTH_URL).origin : site === 'same-origin'
  if (!own)
    throw problem('forbidden', 'This request didn’t come from the dashboard. Nothing was done.', { code: 'foreign_origin' })
  if ((request.headers.get(accountHeader) ?? accountId) !== accountId) {
    const detail =
      'Somebody else has signed in since this page was opened. Nothing was done. Reload the page and check who’s signed in.'
    throw problem('conflict', detail, { code: 'other_account' })
  }
}

const maxBodyBytes = 64 * 1024
const maxLevels = 32

/** A JSON body of at most 64 KiB, read no further than that, that holds nothing which may not be kept. Undefined for an empty one. */
export async function readJson(request: Request): Promise<unknown> {
  const body = await readJsonAsGiven(request)
  requireNoneIn(body)
  return body
}

/** The same, whatever it holds but half characters, which no database keeps: whoever takes it refuses what may not be kept in words of their own. */
export async function readJsonAsGiven(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.toLowerCase().replace(/\s/g, '')
  if (type !== 'application/json' && type !== 'application/json;charset=utf-8') {
    throw problem('invalid', 'Send the body as application/json.', { status: 415, code: 'unsupported_media_type' })
  }
  const text = await readText(request, maxBodyBytes)
  const body = text === '' ? undefined : parsed(text)
  if (exceedsDepth(body, maxLevels))
    throw problem('invalid', `The body has more than ${maxLevels} levels of nesting.`, { code: 'too_deep' })
  const broken = brokenText(body)
  if (broken !== null) throw invalid([{ field: broken, title: 'Remove the broken character' }], { code: 'broken_text' })
  return body
}

function parsed(text: string): unknown {
  try {
    return parsedJson(text)
  } catch (cause) {
    const why = cause instanceof DoubledKey ? 'The body names a key twice, so nothing was sent.' : 'The body isn’t JSON.'
    throw problem('invalid', why, { code: 'bad_json' })
  }
}

/** The body as text; a longer one than `most` bytes is refused as soon as that is seen. */
export async function readText(request: Request, max: number): Promise<string> {
  const tooLarge = () => problem('invalid', `The body is larger than ${max / 1024} KiB.`, { status: 413, code: 'too_large' })
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > max) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The message of an issue to which the schema has none. */
const noWords = 'Invalid input'

/** What the schema makes of the value, or the fields that are wrong with it. */
export function checked<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  // A package may have given the schema library words of its own for the whole process.
  const read = schema.safeParse(value, { error: () => noWords })
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
      title: 'Unknown field. Remove it.',
    }))
  }
  const title =
    issue.message === noWords
      ? issue.path.length === 0
        ? 'Send an object with the documented fields'
        : 'This value is missing or has the wrong type'
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

/** Headers a caller adds to an operation, by the names that it declares: as they are kept. */
export type DeclaredHeaders = Record<string, string>

const plainHeader = withoutCard(z.string().check(z.regex(/^[\x20-\x7e]{1,128}$/, 'Use 128 or fewer visible ASCII characters')))

/** Those of a request that the operation declares. Throws `invalid` for one that cannot be a header's value. */
export function declaredHeaders(operation: Operation, headers: Headers): DeclaredHeaders {
  const given = (operation.headers ?? []).flatMap((name) => {
    const value = headers.get(name)
    return value ? [[name, checked(z.object({ [name]: plainHeader }), { [name]: value })[name] ?? '']] : []
  })
  return Object.fromEntries(given)
}

/** Under the names that the merchant account's service uses (service-facts D4). */
export const asSent = (headers: DeclaredHeaders, { analyticsHeader }: Merchant): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name === 'x-analytics-client-id' ? analyticsHeader : name, value]),
  )
