'use client'

import { Undo2 } from 'lucide-react'
import { BeforeAfter } from '@/components/ui/before-after'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Action } from '@/lib/action'
import { SendDialog } from './send-dialog'

/** Takes an action back by the command that sets what was before, after showing what that is. */
export function UndoDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const { undo, effect } = action
  const verb = undo.verb ?? 'Undo'
  const rows = (effect?.rows ?? []).filter(({ changes }) => changes)
  return (
    <SendDialog
      action={action}
      title="Undo"
      path={`/api/desk/actions/${action.actionId}/undo`}
      verb="Undo"
      done={`“${verb}” was sent and answered. It is in the journal as an action of yours.`}
      onClose={onClose}
    >
      {rows.length > 0 && (
        <BeforeAfter
          rows={rows.map(({ field, label, before, after }) => ({
            field,
            label,
            before: after ?? 'not known',
            after: before ?? 'what it was before',
            changes: true,
          }))}
        />
      )}
      {undo.possible && undo.warning !== null && <Notice kind="deferred">{undo.warning}</Notice>}
      <p className="flex items-start gap-2 text-ink-2 text-table">
        <Icon of={Undo2} size={14} className="mt-0.5 text-muted" />
        <span>
          Sends <b className="font-semibold text-ink">{verb}</b> as a command of its own, in your name.
          {undo.until != null && (
            <>
              {' '}
              It can be undone until <Time at={undo.until} />.
            </>
          )}
        </span>
      </p>
    </SendDialog>
  )
}
