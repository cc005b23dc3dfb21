import 'server-only'
import { problem } from '@/lib/core/problem'
import { type DashboardRight, may } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Merchant } from '@/lib/platform/merchants'
import { mayUse } from './merchant-rights'
import { isAdmitted } from './person'
import type { Person } from './sessions'
import { shownEmail } from './sessions'

type Needs = {
  right: DashboardRight
  merchant: Merchant
  /** Whose request it is, where another person acts on it: a manager approves what somebody else requested. */
  askedFor?: string
}

/**
 * Somebody as their account is at this moment, not as it was when they were let in. Throws where it is disabled or lacks the right or the
 * merchant account: `forbidden` to themselves, `conflict` to the manager who would act in their name.
 */
export async function requireStillMay(store: Database, person: Person, needs: Needs): Promise<Person> {
  const now = await asNow(store, person)
  const why = whyNot(now, needs)
  if (now !== null && why === null) return now
  if (needs.askedFor === undefined)
    throw problem('forbidden', `Your ${why}. Nothing was sent. Ask an admin.`, { code: 'not_allowed_any_more' })
  const detail = `${needs.askedFor}’s ${why}. Nothing was sent. The request stays open until it expires or you decline it.`
  throw problem('conflict', detail, {
    title: 'The person who requested this can’t do it any more',
    code: 'asker_not_allowed',
  })
}

/** Whether somebody who doesn't ask for it may still do it. */
export const stillMay = async (store: Database, person: Person, needs: Needs): Promise<boolean> =>
  whyNot(await asNow(store, person), needs) === null

async function asNow(store: Database, person: Person): Promise<Person | null> {
  const { rows } = await personRow(store, { accountId: person.accountId })
  const row = rows.find(({ disabled_at }) => disabled_at === null)
  return row && isAdmitted(row) ? { ...person, role: row.role, email: row.email } : null
}

function whyNot(now: Person | null, { right, merchant }: Needs): string | null {
  if (now === null) return 'account has been disabled'
  if (!may(now.role, right)) return 'role has changed and doesn’t allow this any more'
  if (!mayUse(now, merchant)) return `access to the merchant account ${merchant.name} has been removed`
  return null
}

const personRow = prepared((store, { accountId }: { accountId: string }) =>
  store.selectFrom('accounts').select(['role', shownEmail, 'disabled_at', 'issuer']).where('id', '=', accountId),
)
