import type { Subject } from '@/lib/client/reveal/revealed'
import type { Role } from '@/lib/roles'

/** Whose values, of which merchant account, on which ticket, and what the person's role lets them see. */
export type RevealAbout = Subject & {
  account: { code: string; name: string; colour?: string | null }
  role: Role
  ticket: string | null
}
