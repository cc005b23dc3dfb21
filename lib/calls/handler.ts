import 'server-only'
import * as z from 'zod/mini'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { lockProblem } from '@/lib/database/patience'
import { knownVersion } from '@/lib/knowledge/server/facts'
import type { Operation } from '@/lib/operations/declare/operation'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { recordForbidden, requirePerson, requireRight } from '@/lib/people/server/person'
import { forScreen } from '@/lib/people/server/screen-share'
import type { Person } from '@/lib/people/server/sessions'
import { problemResponse } from '@/lib/platform/answers'
import type { Merchant } from '@/lib/platform/merchants'
import { observed } from '@/lib/platform/observed'
import { checked, type DeclaredHeaders, declaredHeaders, readJson, requireOwnPage, searchIn } from '@/lib/platform/request'

// Next gives a route without braces in its path no params at all.
type Context = { params: Promise<Record<string, string> | undefined> }
type Answering = (request: Request, params: Record<string, string>) => Promise<Response>

/** Turns what a handler throws into problem+json. `headers` gives the headers of that answer. */
export function handler(
  operation: Operation,
  answer: Answering,
  headers: (request: Request) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
) {
  const answered = async (request: Request, params: Record<string, string>): Promise<Response> => {
    try {
      return await answer(request, params)
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 })
      await recordForbidden(request, error, { operation: operation.name })
      return problemResponse(lockProblem(error), { ...(await headers(request)), ...(await knownOf(request, error)) })
    }
  }
  return (request: Request, { params }: Context): Promise<Response> =>
    observed(operation.name, request, async () => forScreen(request, await answered(request, (await params) ?? {})))
}

/** The buyers that requests which were let in are about. */
const askedAbout = new WeakMap<Request, { merchant: string; buyerId: string }>()

/** The version of the buyer for whoever was let in and refused; nothing where something doesn't work, for that may be the database. */
async function knownOf(request: Request, error: unknown): Promise<Record<string, string>> {
  const about = askedAbout.get(request)
  if (about === undefined || !(error instanceof ServiceProblem) || error.problem.kind === 'unavailable') return {}
  const version = await knownVersion(about.merchant, about.buyerId).catch(() => null)
  return version === null ? {} : { 'x-known-version': String(version) }
}

/** A request that was let in, read and checked: who asks for what, of which merchant account. */
export type Admitted = {
  person: Person
  merchant: Merchant
  params: Record<string, string>
  search: Record<string, unknown>
  body: unknown
  /** Those that the operation declares, by the names it declares. */
  headers: DeclaredHeaders
  /** The buyer's address as a person typed it. */
  typedAddress: string | null
}

/**
 * Lets a request in, or throws a ServiceProblem before anything leaves: session, origin, right, ids, query, size and form of the body,
 * schema, merchant account, the caller's headers. In this order.
 */
export async function admit(operation: Operation, request: Request, given: Record<string, string>): Promise<Admitted> {
  const person = await requirePerson(request)
  requireOwnPage(request, person)
  requireRight(person, operation.right)
  const params = idsIn(operation, given)
  const search = checked(operation.search ?? z.strictObject({}), searchIn(request)) as Record<string, unknown>
  const body = operation.method === 'GET' ? undefined : checked(operation.body, await readJson(request))
  const merchant = merchantFor(request, person)
  const headers = declaredHeaders(operation, request.headers)
  if (params.buyerId !== undefined) askedAbout.set(request, { merchant: merchant.code, buyerId: params.buyerId })
  return { person, merchant, params, search, body, headers, typedAddress: request.headers.get('x-buyer-ip') }
}

/** Throws `notFound` for an id that is malformed: nothing can bear it, so the service is not asked. Next has decoded the segments, once. */
function idsIn(operation: Operation, given: Record<string, string>): Record<string, string> {
  const read = operation.params.safeParse(given)
  if (read.success) return read.data as Record<string, string>
  throw problem('notFound', 'Not found. The id isn’t valid.', { status: 400, code: 'not_an_id' })
}
