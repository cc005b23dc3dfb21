import 'server-only'
import { problem } from '@/lib/problem'
import { env } from '../env'
import type { Merchant } from '../merchants'
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
  throw problem('forbidden', `The merchant account ${merchant.name} is not open to you. Ask an admin.`, {
    ...{ code: 'merchant_closed', fields: [{ field: 'x-merchant', title: 'Not open to you' }] },
  })
}
