import 'server-only'
import { exceedsDepth, isObject, parsedJson } from '@/lib/core/json'
import { ServiceProblem } from '@/lib/core/problem'
import { lockProblem } from '@/lib/database/patience'
import { addressOf } from '@/lib/platform/address-of'
import { hasBearer } from '@/lib/platform/bearer'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { noSuchAddress } from '@/lib/platform/not-served'
import { observed } from '@/lib/platform/observed'
import { pathPattern } from '@/lib/platform/path-pattern'
import { type Buckets, isOverRate, type Rate } from '@/lib/platform/rate'
import { readText } from '@/lib/platform/request'
import { singleton } from '@/lib/platform/singleton'
import { ScimError } from '../scim-error'

type Params = { userId: string }
type Answer = { status: number; body: object | null; headers?: Record<string, string> }
type Work = (request: Request, params: Params) => Promise<Answer>

const wrongTokens = () => singleton('scim-wrong-by-sender', (): Buckets => new Map())
const wrongRate: Rate = { perSecond: 20 / 60, burst: 20 }

/**
 * The handler of something that the company's directory asks: it bears SCIM_TOKEN, no cookie is read, and every answer is SCIM's own. Where
 * there is no token there is no such address.
 */
export const serveScim =
  (work: Work) =>
  async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const given = await params
    return observed(pathPattern(request, given ?? {}), request, () => answered(work, request, given))
  }

async function answered(work: Work, request: Request, params: Params): Promise<Response> {
  const { SCIM_TOKEN: token } = env()
  if (token === undefined) return noSuchAddress()
  try {
    if (!hasBearer(request, token)) return refused(request)
    return responseOf(await work(request, params))
  } catch (cause) {
    const error = lockProblem(cause)
    if (error instanceof ScimError) return errorResponse(error)
    if (error instanceof ServiceProblem) return errorResponse(new ScimError(error.problem.status, error.problem.detail))
    log.error({ err: error }, 'unforeseen')
    return errorResponse(
      new ScimError(500, 'Something went wrong in Counterfoil, and nothing was changed. Try again in a moment.'),
    )
  }
}

/** Only what is wrong is limited: behind one gateway it must not keep the directory out. */
function refused(request: Request): Response {
  const address = addressOf(request.headers)
  if (isOverRate(wrongTokens(), address, wrongRate))
    return errorResponse(new ScimError(429, 'Too many wrong tokens. Try again in a minute.'), { 'retry-after': '60' })
  log.warn({ address }, 'scim_token_refused')
  return errorResponse(new ScimError(401, 'The token is missing or wrong. Nothing was changed.'), {
    'www-authenticate': 'Bearer',
  })
}

function errorResponse({ status, detail, scimType }: ScimError, headers: Record<string, string> = {}): Response {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  return responseOf({ status, body: { schemas, status: String(status), detail, scimType: scimType ?? undefined }, headers })
}

const responseOf = ({ status, body, headers = {} }: Answer): Response =>
  new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: { ...(body === null ? {} : { 'content-type': 'application/scim+json' }), 'cache-control': 'no-store', ...headers },
  })

const maxBytes = 64 * 1_024
const maxLevels = 16
const types = /^application\/(scim\+)?json\s*(;\s*charset=utf-8\s*)?$/i

/** A body of at most 64 KiB in JSON. Throws a ScimError. */
export async function scimBody(request: Request): Promise<Record<string, unknown>> {
  if (!types.test(request.headers.get('content-type') ?? ''))
    throw new ScimError(415, 'Send the body as application/scim+json. Nothing was changed.')
  const text = await readText(request, maxBytes)
  const body = parsed(text)
  if (!isObject(body) || exceedsDepth(body, maxLevels))
    throw new ScimError(400, 'Send a JSON object. Nothing was changed.', 'invalidSyntax')
  return body
}

function parsed(text: string): unknown {
  try {
    return parsedJson(text)
  } catch {
    return null // it's refused like everything that is no object
  }
}
