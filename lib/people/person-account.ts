import type { Role } from '@/lib/core/roles'

/** Somebody who may sign in: with an e-mail and a password of ours, or by the company. */
export type PersonAccount = {
  id: string
  email: string
  name: string
  role: Role
  disabled: boolean
  signsInWith: 'password' | 'company'
  /** Their password is one that somebody else chose. */
  passwordDue: boolean
  /** When they last asked for anything; null where no session of theirs is left. */
  seenAt: string | null
  /** How many passkeys they have. */
  passkeys: number
  /** Who asked another admin to lift them, and until when. */
  lift: { askedBy: string; until: string } | null
}
