import 'server-only'
import type { DeskRight } from '@/lib/roles'
import { requireOwnOrigin } from '../admission'
import { noteForbidden } from '../auth/note-forbidden'
import { requirePerson, requireRight } from '../auth/person'
import type { Person } from '../auth/sessions'
import { jsonResponse } from '../json-response'
import { problemResponse } from '../problem-response'

type Context<P> = { params: Promise<P> }

/** The route handler of something that is ours alone: session, origin and right are checked here, the answer is JSON, or a response of its own. */
export function serveDesk<P = Record<string, never>>(
  right: DeskRight,
  work: (request: Request, person: Person, params: P) => Promise<unknown>,
) {
  return async (request: Request, { params }: Context<P>): Promise<Response> => {
    try {
      const person = await requirePerson(request)
      requireOwnOrigin(request)
      requireRight(person, right)
      const answer = await work(request, person, await params)
      return answer instanceof Response ? answer : jsonResponse(answer)
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 })
      await noteForbidden(request, error, new URL(request.url).pathname.replace(/[0-9a-f-]{36}/gi, '…'))
      return problemResponse(error)
    }
  }
}
