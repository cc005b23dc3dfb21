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
 * merchant account: `forbidden` to themselves, `conflict` to the manager who would act in their name. Throws `signedOut` where somebody has
 * ended the session that they ask in. One that only ran out meanwhile doesn't matter, nor does any where another person acts on a request.
 */
export async function requireStillMay(store: Database, person: Person, needs: Needs): Promise<Person> {
  const { now, isEnded } = await asNow(store, person)
  const why = whyNot(now, needs)
  if (now !== null && why === null) {
    if (isEnded && needs.askedFor === undefined) throw sessionEnded()
    return now
  }
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
  whyNot((await asNow(store, person)).now, needs) === null

async function asNow(store: Database, person: Person): Promise<{ now: Person | null; isEnded: boolean }> {
  const { rows } = await personRow(store, { accountId: person.accountId, sessionId: person.sessionId })
  const row = rows.find(({ disabled_at }) => disabled_at === null)
  const isEnded = row != null && row.ended_at !== null && (row.ended_as ?? 'ended') === 'ended'
  return { now: row && isAdmitted(row) ? { ...person, role: row.role, email: row.email } : null, isEnded }
}

const sessionEnded = () =>
  problem('signedOut', 'This session was ended, so nothing was sent. Sign in again.', { code: 'session_ended' })

function whyNot(now: Person | null, { right, merchant }: Needs): string | null {
  if (now === null) return 'account has been disabled'
  if (!may(now.role, right)) return 'role has changed and doesn’t allow this any more'
  if (!mayUse(now, merchant)) return `access to the merchant account ${merchant.name} has been removed`
  return null
}

/** With their session where it's one of this account: a machine has none, and whoever acts in another's name has their own. */
const personRow = prepared((store, { accountId, sessionId }: { accountId: string; sessionId: string }) =>
  store
    .selectFrom('accounts')
    .leftJoin('sessions', (join) => join.onRef('sessions.account_id', '=', 'accounts.id').on('sessions.id', '=', sessionId))
    .select(['role', shownEmail, 'disabled_at', 'issuer', 'ended_at', 'ended_as'])
    .where('accounts.id', '=', accountId),
)
