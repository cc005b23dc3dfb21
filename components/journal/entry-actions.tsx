'use client'

import { Undo2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { type Action, isOpen, type OpenAction } from '@/lib/action'
import type { Role } from '@/lib/roles'
import { OpenEntry } from './open-entry'

type Props = { action: Action; role: Role; openAction: OpenAction }

/** What may be done with an entry; what may not says why. */
export function EntryActions({ action, role, openAction }: Props) {
  const { undo, actionId } = action
  const applied = action.state === 'done' || action.settledAs === 'happened'
  return (
    <div className="flex flex-wrap items-start gap-2">
      {isOpen(action) && (
        <div className="min-w-0 flex-auto">
          <OpenEntry action={action} role={role} openAction={openAction} />
        </div>
      )}
      {applied && (
        <span className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            disabledBecause={undo.possible ? undefined : undo.why}
            onClick={() => openAction(action, 'undo')}
            tipPlace={{ align: 'start' }}
          >
            <Icon of={Undo2} size={14} />
            Undo
          </Button>
          {!undo.possible && (
            <span aria-hidden className="text-meta text-muted">
              {undo.why}
            </span>
          )}
        </span>
      )}
      <CopyButton size="small" label="Copy link" text={linkTo(actionId)} className="ml-auto" />
    </div>
  )
}

const linkTo = (actionId: string) => (typeof location === 'undefined' ? '' : `${location.origin}/journal?entry=${actionId}`)
