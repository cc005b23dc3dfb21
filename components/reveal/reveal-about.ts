import type { Role } from '@/lib/core/roles'
import type { Subject } from '@/lib/reveal/client/revealed'

/** Whose values, of which merchant account, on which ticket, and what the person's role lets them see. */
export type RevealAbout = Subject & {
  merchantInfo: { code: string; name: string; colour?: string | null }
  role: Role
  ticket: string | null
}
