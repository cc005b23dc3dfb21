import 'server-only'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { append } from '@/lib/journal/chain'
import { inPasswordPlace } from '@/lib/people/server/passwords'
import type { SignedIn } from '@/lib/people/server/sessions'
import { recordFailure, requirePatience } from '@/lib/people/server/throttle'
import { log } from '@/lib/platform/log'
import { whyKeyRefused } from '@/lib/signatures/server/enrol'

/** Who wants to add a key, and from where. */
type From = { person: SignedIn; address: string }

/**
 * Checks a new key. Of many tries at once each sees how those before it ended, and who has had too many refused waits, as after wrong
 * passwords. Throws `unavailable` with the seconds to wait.
 */
export const checkedInTurn = <T>(from: From, check: () => Promise<T>): Promise<T> =>
  inPasswordPlace(async () => {
    await requirePatience(await database(), countedAs(from))
    return recordingRefusal(from, check)
  })

/** Runs a step of adding a key. If it refuses the key, that's an entry of the journal, and counts as a wrong password does. */
export async function recordingRefusal<T>(from: From, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    const reason = whyKeyRefused(cause)
    if (reason !== null) await recordRefusal(from, reason)
    throw cause
  }
}

/** By the account's id: a session that somebody has taken over can't slow down its owner's sign-in. */
const countedAs = ({ person, address }: From) => ({ email: person.accountId, address })

/** The refusal stands, whether it can be written or not. */
async function recordRefusal(from: From, reason: string): Promise<void> {
  const { person, address } = from
  const store = await database()
  await recordFailure(store, countedAs(from))
  const entry = {
    kind: 'passkey-refused' as const,
    operation: null,
    actionId: null,
    accountId: person.accountId,
    person: person.name,
    merchant: '',
    buyerId: null,
    ticket: null,
    detail: { reason, address },
  }
  try {
    await beside('refusal_not_noted', () => store.transaction().execute((tx) => append(tx, entry)))
  } catch (cause) {
    log.error({ err: cause }, 'refusal_not_noted')
  }
}
