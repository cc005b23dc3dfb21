import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { addressOf } from '@/lib/platform/address-of'

/** What a request to the sign-in comes to, beside what next-auth answers. */
export type SignInAttempt = {
  /** Where from. */
  address: string
  browser: string
  /** The header `x-signature`, which shows a passkey; null without one. */
  signature: string | null
  /** The session that was started. */
  sessionId: string | null
  /** Why the company's answer was not accepted. */
  refusal: Refusal | null
  /** What next-auth has no word for: a ServiceProblem, or what nobody foresaw. */
  problem: unknown
}

/** What people are told, and what only the journal says. Of the account: who it was, where that is certain. */
export type Refusal = { code: 'role' | 'email' | 'disabled' | 'company'; reason: string; accountId?: string; person?: string }

const attempts = new AsyncLocalStorage<SignInAttempt>()

/** Runs the work of one request; next-auth's hooks are told of no request, and its log is one for all of them. */
export const duringAttempt = <T>(attempt: SignInAttempt, work: () => Promise<T>): Promise<T> => attempts.run(attempt, work)

export const currentAttempt = (): SignInAttempt | undefined => attempts.getStore()

export const attemptOf = ({ headers }: Request): SignInAttempt => ({
  address: addressOf(headers),
  browser: describeBrowser(headers.get('user-agent') ?? ''),
  signature: headers.get('x-signature'),
  sessionId: null,
  refusal: null,
  problem: null,
})

// In this order: most browsers name others as well.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A browser in words, such as `Firefox on Windows`, of what it says of itself: for its owner to know it again, never to decide by. */
function describeBrowser(userAgent: string): string {
  const found = (list: readonly (readonly [string, string])[]) => list.find(([mark]) => userAgent.includes(mark))?.[1]
  const browser = found(browsers)
  const system = found(systems)
  if (browser === undefined) return system === undefined ? 'another program' : `a browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
