import type { AccountColour } from '@/lib/account-colour'
import type { Role } from '@/lib/roles'

/** What the shell shows of the person who is signed in. */
export type DeskPerson = { name: string; email: string; role: Role }
export type DeskMerchant = { code: string; name: string; colour?: AccountColour | null }
