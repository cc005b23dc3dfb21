import 'server-only'
import type { Claim } from '@/lib/journal/action-ids'
import type { Act } from './act'
import { whileSigning } from './sign'

/**
 * Makes a change that is signed: the signature is used up in the transaction that claims the action id, and the change's entry keeps it.
 * Null for one that needs no signature.
 */
export function claimSigned<T>(act: Act | null, claim: Claim, change: (claim: Claim) => Promise<T>): Promise<T> {
  if (act === null) return change(claim)
  return whileSigning(act, (signing) =>
    change({
      ...claim,
      async take(tx) {
        await claim.take(tx)
        await signing.spend(tx)
        await signing.bind(tx)
      },
    }),
  )
}
