import type { ReactNode } from 'react'
import type { Role } from '@/lib/core/roles'
import type { ActSenders, Records } from '@/lib/playbooks/client/perform-act'
import type { ActPreview } from '@/lib/playbooks/client/use-act-previews'
import type { ShownCharge } from '@/lib/playbooks/guide'
import type { Act, GuideAction, KnownOfTicket } from '@/lib/playbooks/playbook'

/** Whose ticket it is, what is known, and how what a step offers is opened, shown and sent: dialogs belong to other subjects. */
export type GuideContext = {
  merchant: string
  buyerId: string
  ticket: string | null
  role: Role
  known: KnownOfTicket
  open: (action: GuideAction) => void
  /** Lights up a charge on the page, or none. */
  showCharge: (charge: ShownCharge) => void
  /** How acts are sent under a ticket. */
  sendersFor: (ticket: string | null) => ActSenders
  actionOf: Records['actionOf']
  /** Opens an action of the journal, to look at what became of it. */
  openAction: (actionId: string, words: string) => void
  /** Draws what an act would do. */
  preview: (act: Act, preview: ActPreview) => ReactNode
}
