import 'server-only'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { masked } from '@/lib/core/masking'
import { database } from '@/lib/database/open'
import { mayUse } from '@/lib/people/server/merchant-rights'
import { isAdmitted } from '@/lib/people/server/person'
import { normalEmail } from '@/lib/people/server/person-accounts'
import { type Person, shownEmail } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { HelpDesk, Merchant } from '@/lib/platform/merchants'

/** Who looks, as their account is now, and the merchant accounts whose buyers they may see here. */
export type Onlooker = { person: Person; merchants: Merchant[]; helpDesk: HelpDesk }

/**
 * The colleague whom a help desk vouches for. By their e-mail they are the person they are in the dashboard, with that person's limits and
 * merchant accounts; one whose account is disabled gets nothing. Who has no account here is counted by the name that the help desk has for them.
 */
export async function onlookerOf(helpDesk: HelpDesk, colleague: string): Promise<Onlooker | null> {
  const person = await personNamed(helpDesk, colleague)
  if (person === null) return null
  const merchants = env().merchants.filter((merchant) => helpDesk.accounts.includes(merchant.code) && mayUse(person, merchant))
  return merchants.length === 0 ? null : { person, merchants, helpDesk }
}

async function personNamed(helpDesk: HelpDesk, colleague: string): Promise<Person | null> {
  const email = normalEmail(colleague)
  const rows = await (await database())
    .selectFrom('accounts')
    .select(['id', 'name', shownEmail, 'role', 'disabled_at', 'issuer'])
    .where((row) => row.or([row('email', '=', email), row(sql<string>`lower(shown_email)`, '=', email)]))
    .execute()
  const account = rows.find((row) => row.disabled_at === null && isAdmitted(row))
  if (account) {
    const { id, name, email: shown, role } = account
    return { accountId: id, sessionId: `panel:${helpDesk.code}`, email: shown, name, role }
  }
  return rows.length > 0 ? null : strangerTo(helpDesk, colleague)
}

/** The end of the address of a user says who it is: `…/users/1234.json`. */
function strangerTo({ code }: HelpDesk, colleague: string): Person {
  const digest = createHash('sha256').update(`${code} ${colleague}`).digest('hex')
  const [, number] = /\/users\/(\d{1,20})(?:\.json)?$/.exec(colleague) ?? []
  const name = number === undefined ? masked(colleague) : `user ${number}`
  return {
    accountId: `panel:${digest.slice(0, 32)}`,
    sessionId: `panel:${code}`,
    email: '',
    name: `${name} at ${code}`,
    role: 'agent',
  }
}
