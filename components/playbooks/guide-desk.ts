import type { GuideAction, KnownOfTicket } from '@/lib/playbooks/playbook'
import type { Role } from '@/lib/roles'

/** Whose ticket it is, what is known, and how what a step offers is opened: dialogs belong to other subjects. */
export type GuideDesk = {
  merchant: string
  buyerId: string
  country: string | null
  ticket: string | null
  role: Role
  known: KnownOfTicket
  open: (action: GuideAction) => void
}
