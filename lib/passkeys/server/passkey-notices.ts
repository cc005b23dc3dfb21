import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'
import { noLongerNews, notify } from '@/lib/notices/server/notify'

// Each is followed by whose account it is.
const texts = {
  added: 'A passkey was added to',
  removed: 'A passkey was removed from',
  'removal-requested': 'An admin requested removing all passkeys from',
  'removal-declined': 'An admin declined removing the passkeys from',
  lifted: 'All passkeys were removed from',
  'at-sign-in-on': 'A passkey is now needed to sign in to',
  'at-sign-in-off': 'A passkey is no longer needed to sign in to',
} as const

export type PasskeyNews = keyof typeof texts

/**
 * Notifies somebody, and the hooks that want it, that their passkeys have changed or are about to: whoever has taken over a session or made
 * themselves an admin can't do so unnoticed. `of` is the id of what changed.
 */
export const notifyOfPasskeys = (
  tx: Transaction<Tables>,
  accountId: string,
  { did, of, until = null }: { did: PasskeyNews; of: string; until?: string | null },
): Promise<void> =>
  notify(
    tx,
    {
      kind: 'passkeys-changed',
      of: `${of} ${did}`,
      merchant: '',
      words: `${texts[did]} your account`,
      wordsInHooks: `${texts[did]} somebody’s account`,
      href: '/settings/account',
      until,
    },
    { people: [accountId] },
  )

/** That removing them was requested is no news once it was decided. */
export const removalDecided = (tx: Transaction<Tables>, liftId: string): Promise<void> =>
  noLongerNews(tx, 'passkeys-changed', `${liftId} removal-requested`)
