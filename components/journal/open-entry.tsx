'use client'

import { Button } from '@/components/ui/button'
import type { Action, OpenAction } from '@/lib/commands/action'
import { may, type Role, roleFor } from '@/lib/core/roles'

type Props = { action: Action; role: Role; openAction: OpenAction }

/** What may be done with an action whose outcome nobody knows: look, send again, or settle it. */
export function OpenEntry({ action, role, openAction }: Props) {
  const refusal = may(role, 'act') ? undefined : `needs the ${roleFor('act')} role`
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => openAction(action, 'check')}>
        Check now
      </Button>
      <Button
        size="small"
        disabledBecause={action.sendAgain.possible ? undefined : action.sendAgain.why}
        onClick={() => openAction(action, 'send-again')}
      >
        Send again…
      </Button>
      <Button size="small" variant="quiet" disabledBecause={refusal} onClick={() => openAction(action, 'settle')}>
        Settle manually…
      </Button>
    </div>
  )
}
