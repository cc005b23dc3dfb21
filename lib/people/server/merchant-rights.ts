import 'server-only'
import { invalid, problem } from '@/lib/core/problem'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { currentRequest } from '@/lib/platform/request-context'
import type { Person } from './sessions'

/** Whether somebody may use a merchant account: anybody, unless it names roles or people; then who is one of either. */
export function mayUse({ role, email }: Pick<Person, 'role' | 'email'>, { roles, people }: Merchant): boolean {
  if (roles === undefined && people === undefined) return true
  return (roles ?? []).includes(role) || (people ?? []).includes(email.trim().toLowerCase())
}

/** The merchant accounts a person may use, in the order of the configuration. */
export const merchantsOf = (person: Person): Merchant[] => env().merchants.filter((merchant) => mayUse(person, merchant))

/** The codes of those a person may not use: what belongs to them is not shown in any list. */
export const closedTo = (person: Person): string[] =>
  env()
    .merchants.filter((merchant) => !mayUse(person, merchant))
    .map(({ code }) => code)

/** Throws `forbidden` for a merchant account the person may not use (A25). One that is no longer configured is nobody's to refuse. */
export function requireMerchant(person: Person, code: string): void {
  const merchant = env().merchants.find((each) => each.code === code)
  if (!merchant || mayUse(person, merchant)) return
  throw problem('forbidden', `You don’t have access to the merchant account ${merchant.name}. Ask an admin.`, {
    code: 'merchant_closed',
  })
}

/** The merchant account a request is about: header `x-merchant`, by default the first the person may use. Throws `forbidden` for another. */
export function merchantFor(request: Request, person: Person): Merchant {
  const merchant = merchantByCode(request.headers.get('x-merchant') ?? merchantsOf(person)[0]?.code ?? null)
  requireMerchant(person, merchant.code)
  const context = currentRequest()
  if (context) context.merchant = merchant.code
  return merchant
}

/** Checks nobody's right: for what is decided elsewhere. */
export function merchantByCode(code: string | null): Merchant {
  const { merchants } = env()
  const found = code === null ? merchants[0] : merchants.find((merchant) => merchant.code === code)
  if (!found) throw invalid([{ field: 'x-merchant', title: 'Unknown merchant account' }])
  return found
}
