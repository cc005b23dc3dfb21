import 'server-only'
import { isObject } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { addressOf } from '@/lib/platform/address-of'
import { problemResponse } from '@/lib/platform/answers'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { noSuchAddress } from '@/lib/platform/not-served'
import { observed } from '@/lib/platform/observed'
import { type Buckets, isOverRate } from '@/lib/platform/rate'
import { readJsonAsGiven } from '@/lib/platform/request'
import { singleton } from '@/lib/platform/singleton'
import { callTool } from './call-tool'
import { speak } from './protocol'
import { machinesOff } from './switch'
import { type Machine, machineWith, recordUse } from './tokens'

/**
 * `POST /api/mcp`: where machines come in. It reads no cookie, so that nothing a browser carries along opens it, and nothing that it opens
 * with is worth anything elsewhere. Whether machines are on is read in the database each time.
 */
export const receiveMachine = (request: Request): Promise<Response> => observed('mcp', request, () => answered(request))

async function answered(request: Request): Promise<Response> {
  if (env().AGENTS === 'off') return noSuchAddress()
  try {
    requireNoForeignPage(request)
    const machine = await admitted(request)
    const merchant = merchantFor(request, machine)
    const body = await readJsonAsGiven(request)
    requireOneMessage(body)
    await recordUse(machine)
    return await speak(request, body, (name, given) => callTool({ machine, merchant, signal: request.signal }, name, given))
  } catch (cause) {
    const answer = problemResponse(cause)
    if (answer.status === 401) answer.headers.set('www-authenticate', 'Bearer realm="Counterfoil", error="invalid_token"')
    return answer
  }
}

/** A browser says which page sends a request; only one of ours may, and a machine says nothing of the kind. */
function requireNoForeignPage({ headers }: Request): void {
  const origin = headers.get('origin')
  if (origin === null || origin === new URL(env().NEXTAUTH_URL).origin) return
  throw problem('forbidden', 'This request came from another site’s page. Nothing was done.', { code: 'foreign_origin' })
}

const wrongTokens = () => singleton('machines-wrong-by-sender', (): Buckets => new Map())
const wrongLimit = { perSecond: 20 / 60, burst: 20 }

async function admitted({ headers }: Request): Promise<Machine> {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const machine = await machineWith(token)
  if (machine === null || machine.scopes.length === 0) {
    if (isOverRate(wrongTokens(), addressOf(headers), wrongLimit))
      throw problem('unavailable', 'Too many wrong tokens. Wait a minute.', {
        title: 'Too many tries',
        status: 429,
        code: 'too_many_tries',
        retryAfter: 60,
      })
    throw problem('signedOut', 'This token is missing, wrong, expired or revoked. Ask an admin for a new one.', {
      code: 'token_refused',
    })
  }
  if (await machinesOff())
    throw problem('signedOut', 'All machines are turned off. Nothing was read. An admin can turn them on again.', {
      code: 'agents_off',
    })
  return machine
}

/** The merchant account by the header `x-merchant`, of those that token and person both may use; by default the first of them. */
function merchantFor({ headers }: Request, { merchants }: Machine): Merchant {
  const merchantCode = headers.get('x-merchant')
  const merchant = merchantCode === null ? merchants[0] : merchants.find(({ code }) => code === merchantCode)
  if (merchant) return merchant
  throw problem('forbidden', 'This token isn’t for that merchant account. Nothing was read.', { code: 'merchant_closed' })
}

const longestId = 200

/**
 * One message at a time, and none that stays open: many calls in one body would be answered in one, and a stream has no end. Its id comes back
 * with the answer, which is to stay short.
 */
function requireOneMessage(body: unknown): void {
  const isShort = isObject(body) && (typeof body.id !== 'string' || body.id.length <= longestId)
  if (isShort && body.method !== 'subscriptions/listen') return
  throw problem(
    'invalid',
    'Send one message of the protocol as a JSON object, with an id of at most 200 characters. Nothing was done.',
    { code: 'one_message' },
  )
}
