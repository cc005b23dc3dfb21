import { useSyncExternalStore } from 'react'
import { fromOwnJson } from '@/lib/core/json'
import type { SignedAct } from '@/lib/core/signed-acts'

// The page says in its head which acts are signed, where any is; else nothing is there, and no button changes.
const tag = () => document.querySelector<HTMLMetaElement>('meta[name="signed-acts"]')
const subscribe = () => () => {}

type PasskeyWords = {
  /** The label of the button that does it. */
  says: (label: string) => string
  /** Why it can't be done yet. */
  missing: string | undefined
}

/** How a button says that its act is signed with a passkey, and that the person has none. Null for what is signed wherever anything is. */
export function usePasskey(act: SignedAct | null, isSigned = true): PasskeyWords {
  const given = useSyncExternalStore(
    subscribe,
    () => tag()?.content ?? '',
    () => '',
  )
  const signs = isSigned && (act === null ? given !== '' : given.split(' ').includes(act))
  return {
    says: (label) => (signs ? `${label} with your passkey` : label),
    missing: signs && tag()?.dataset.key === 'no' ? 'Add a passkey in Your account first' : undefined,
  }
}

/** From what amount a decision on a refund is signed, by currency. */
export const signedFrom = (): Record<string, string> => fromOwnJson(tag()?.dataset.amounts ?? '{}')
