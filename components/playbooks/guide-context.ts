import type { Role } from '@/lib/core/roles'
import type { GuideAction, KnownOfTicket } from '@/lib/playbooks/playbook'

/** Whose ticket it is, what is known, and how what a step offers is opened: dialogs belong to other subjects. */
export type GuideContext = {
  merchant: string
  buyerId: string
  country: string | null
  ticket: string | null
  role: Role
  known: KnownOfTicket
  open: (action: GuideAction) => void
}
