import 'server-only'
import { database } from '@/lib/database/open'
import { append } from '@/lib/journal/chain'

/** Why, and from where. */
type Detail = { reason: string; address: string; browser: string; passkey?: string }

/**
 * Writes into the journal that a sign-in was refused; without an account, nobody knows whose. The caller slows who tried down first, so that
 * nobody fills the journal with them.
 */
export async function recordRefusedSignIn(
  { accountId = '', person = 'Unknown' }: { accountId?: string; person?: string },
  detail: Detail,
): Promise<void> {
  const store = await database()
  await store.transaction().execute((tx) =>
    append(tx, {
      kind: 'sign-in-refused',
      operation: null,
      actionId: null,
      accountId,
      person,
      merchant: '',
      buyerId: null,
      ticket: null,
      detail,
    }),
  )
}
