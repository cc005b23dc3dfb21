import 'server-only'
import type { Operation } from '@/lib/operations/operation'
import { uuid } from '@/lib/operations/schemas/scalars'
import { admit, type CommandCall } from './admit'
import { noteForbidden } from './auth/note-forbidden'
import { askFor, buyerHeaders, type Call } from './call'
import { perform } from './journal/perform'
import { jsonResponse } from './json-response'
import { observed } from './observed'
import { problemResponse } from './problem-response'
import { forScreen } from './screen-share/for-screen'

// Next gives a route without braces in its path no params at all.
type Context = { params: Promise<Record<string, string> | undefined> }

/** The route handler of an operation: let in, ask or perform, answer. Every failure is problem+json. */
export function serve(operation: Operation) {
  return (request: Request, { params }: Context): Promise<Response> =>
    observed(operation.name, request, async () => forScreen(request, await answer(operation, request, (await params) ?? {})))
}

async function answer(operation: Operation, request: Request, params: Record<string, string>): Promise<Response> {
  try {
    const call = await admit(operation, request, params)
    return call.operation.kind === 'query'
      ? await answerQuery(call as Call<Operation<'query'>>)
      : await perform(call as CommandCall)
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 })
    await noteForbidden(request, error, { operation: operation.name })
    return problemResponse(error, notSent(operation, request))
  }
}

/** A command that was not let in has not been sent; whatever happens after that, `perform` tells. */
function notSent(operation: Operation, request: Request): Record<string, string> {
  const actionId = uuid.safeParse(request.headers.get('x-action-id'))
  if (operation.kind === 'query') return {}
  return { 'x-outcome': 'not-sent', ...(actionId.success ? { 'x-action-id': actionId.data } : {}) }
}

async function answerQuery(call: Call<Operation<'query'>>): Promise<Response> {
  try {
    const { answer, version } = await askFor(call)
    return jsonResponse(answer, await buyerHeaders(call, version))
  } catch (error) {
    return problemResponse(error, await buyerHeaders(call))
  }
}
