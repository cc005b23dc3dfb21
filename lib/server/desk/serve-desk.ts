import 'server-only'
import type { DeskRight } from '@/lib/roles'
import { requireOwnOrigin } from '../admission'
import { noteDenied } from '../auth/denied'
import { requirePerson, requireRight, requireSignedIn } from '../auth/person'
import type { SignedIn } from '../auth/sessions'
import { jsonResponse } from '../json-response'
import { problemResponse } from '../problem-response'

type Context<P> = { params: Promise<P> }

/** The route handler of something that is ours alone: session, origin and right are checked here, the answer is JSON, or a response of its own. */
export const serveDesk = <P = Record<string, never>>(
  right: DeskRight,
  work: (request: Request, person: SignedIn, params: P) => Promise<unknown>,
) => served(requirePerson, right, work)

/** The same for the little that somebody may do whose password is due. */
export const serveWhilePasswordDue = <P = Record<string, never>>(
  work: (request: Request, person: SignedIn, params: P) => Promise<unknown>,
) => served(requireSignedIn, 'read', work)

function served<P>(
  requireWho: (request: Request) => Promise<SignedIn>,
  right: DeskRight,
  work: (request: Request, person: SignedIn, params: P) => Promise<unknown>,
) {
  return async (request: Request, { params }: Context<P>): Promise<Response> => {
    try {
      const person = await requireWho(request)
      requireOwnOrigin(request)
      requireRight(person, right)
      const answer = await work(request, person, await params)
      return answer instanceof Response ? answer : jsonResponse(answer)
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 })
      await noteDenied(error, request)
      return problemResponse(error)
    }
  }
}
