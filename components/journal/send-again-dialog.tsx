'use client'

import { BeforeAfter } from '@/components/ui/before-after'
import { Notice } from '@/components/ui/notice'
import type { Action } from '@/lib/action'
import { SendDialog } from './send-dialog'

/** Sends an unconfirmed action once more, by a person who was told what that may do. */
export function SendAgainDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const warning = action.sendAgain.possible ? action.sendAgain.warning : null
  const rows = (action.effect?.rows ?? []).filter(({ changes }) => changes)
  return (
    <SendDialog
      action={action}
      title="Send again"
      path={`/api/desk/actions/${action.actionId}/send-again`}
      verb="Send again"
      done={
        warning === null
          ? 'It is set now, whatever became of the first sending.'
          : 'The second sending was applied. Settle the first one by what you find.'
      }
      onClose={onClose}
    >
      {warning === null ? (
        <Notice kind="neutral">
          <b className="font-semibold">This is safe:</b> it sets the same state, whether or not the first sending was applied.
        </Notice>
      ) : (
        <Notice kind="danger">
          <b className="font-semibold">Be sure before you send it.</b> {warning}
        </Notice>
      )}
      {rows.length > 0 && (
        <BeforeAfter
          before="Before"
          rows={rows.map(({ field, label, before, after }) => ({
            field,
            label,
            before: before ?? 'not known',
            after: after ?? 'not known',
            changes: true,
          }))}
        />
      )}
    </SendDialog>
  )
}
