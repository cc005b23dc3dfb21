'use client'

import { useActions } from './actions-provider'
import { AllTokensDialog } from './all-tokens-dialog'
import { ByIdDialog } from './by-id-dialog'
import { CommandDialog } from './command-dialog'
import { JournalActionDialog } from './journal-action-dialog'
import type { Opening } from './opening'

type Props = { opening: Opening; onClose: () => void }

/** The dialog that is open. It is loaded with the first verb that is pressed. */
export function ActionDialog({ opening, onClose }: Props) {
  const { context } = useActions()
  switch (opening.kind) {
    case 'command':
      return <CommandDialog opening={opening} onClose={onClose} />
    case 'action':
      return <JournalActionDialog {...opening} who={context} role={context.role} onClose={onClose} />
    case 'by-id':
      return <ByIdDialog opening={opening} onClose={onClose} />
    case 'all-tokens':
      return <AllTokensDialog opening={opening} onClose={onClose} />
  }
}
