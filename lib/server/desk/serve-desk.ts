import 'server-only'
import { uuidSegment } from '@/lib/operations/schemas/scalars'
import type { DeskRight } from '@/lib/roles'
import { requireOwnOrigin } from '../admission'
import { noteForbidden } from '../auth/note-forbidden'
import { requirePerson, requireRight, requireSignedIn } from '../auth/person'
import type { SignedIn } from '../auth/sessions'
import { jsonResponse } from '../json-response'
import { noteBuyer } from '../limits/note-buyer'
import { observed } from '../observed'
import { pathPattern } from '../path-pattern'
import { problemResponse } from '../problem-response'
import { forScreen } from '../screen-share/for-screen'

type Context<P> = { params: Promise<P> }
type Work<P> = (request: Request, person: SignedIn, params: P) => Promise<unknown>
type Who = (request: Request) => Promise<SignedIn>

/** The route handler of something that is ours alone: session, origin and right are checked here, the answer is JSON, or a response of its own. */
export const serveDesk = <P = Record<string, never>>(right: DeskRight, work: Work<P>) => served(requirePerson, right, work)

/** The same for the little that somebody may do whose password is due. */
export const serveWhilePasswordDue = <P = Record<string, never>>(work: Work<P>) => served(requireSignedIn, 'read', work)

function served<P>(who: Who, right: DeskRight, work: Work<P>) {
  return async (request: Request, { params }: Context<P>): Promise<Response> => {
    const given = await params
    return observed(pathPattern(request, given ?? {}), request, async () =>
      forScreen(request, await answer({ who, right, work }, request, given)),
    )
  }
}

type Served<P> = { who: Who; right: DeskRight; work: Work<P> }

async function answer<P>({ who, right, work }: Served<P>, request: Request, params: P): Promise<Response> {
  try {
    const person = await who(request)
    requireOwnOrigin(request)
    requireRight(person, right)
    const buyer = uuidSegment.safeParse((params as { buyerId?: unknown } | undefined)?.buyerId)
    if (buyer.success) await noteBuyer(person, '', buyer.data)
    const answered = await work(request, person, params)
    return answered instanceof Response ? answered : jsonResponse(answered)
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 })
    await noteForbidden(request, error, { path: new URL(request.url).pathname.replace(/[0-9a-f-]{36}/gi, '…') })
    return problemResponse(error)
  }
}
