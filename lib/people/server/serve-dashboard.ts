import 'server-only'
import type { DashboardRight } from '@/lib/core/roles'
import { lockProblem } from '@/lib/database/patience'
import { uuidSegment } from '@/lib/operations/schemas/scalars'
import { jsonResponse, problemResponse } from '@/lib/platform/answers'
import { observed } from '@/lib/platform/observed'
import { pathPattern } from '@/lib/platform/path-pattern'
import { requireOwnPage } from '@/lib/platform/request'
import { recordForbidden, requirePerson, requireRight, requireSignedIn } from './person'
import { recordBuyerShown } from './record-buyer-shown'
import { forScreen } from './screen-share'
import type { SignedIn } from './sessions'

type Context<P> = { params: Promise<P> }
type Work<P> = (request: Request, person: SignedIn, params: P) => Promise<unknown>
type Who = (request: Request) => Promise<SignedIn>

/** The route handler of something that is ours alone: session, origin and right are checked here, the answer is JSON, or a response of its own. */
export const serveDashboard = <P = Record<string, never>>(right: DashboardRight, work: Work<P>) =>
  served(requirePerson, right, work)

/** The same for the little that somebody may do whose password is due. */
export const serveWhilePasswordDue = <P = Record<string, never>>(work: Work<P>) => served(requireSignedIn, 'read', work)

function served<P>(who: Who, right: DashboardRight, work: Work<P>) {
  return async (request: Request, { params }: Context<P>): Promise<Response> => {
    const given = await params
    const path = pathPattern(request, given ?? {})
    return observed(path, request, async () => forScreen(request, await answer({ who, right, work, path }, request, given)))
  }
}

type Served<P> = { who: Who; right: DashboardRight; work: Work<P>; path: string }

async function answer<P>({ who, right, work, path }: Served<P>, request: Request, params: P): Promise<Response> {
  try {
    const person = await who(request)
    requireOwnPage(request, person)
    requireRight(person, right)
    const buyer = uuidSegment.safeParse((params as { buyerId?: unknown } | undefined)?.buyerId)
    if (buyer.success) await recordBuyerShown(person, '', buyer.data)
    const answered = await work(request, person, params)
    return answered instanceof Response ? answered : jsonResponse(answered)
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 })
    await recordForbidden(request, error, { path: path.slice(path.indexOf(' ') + 1) })
    return problemResponse(lockProblem(error))
  }
}
