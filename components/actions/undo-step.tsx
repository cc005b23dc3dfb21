import { TriangleAlert } from 'lucide'
import { BeforeAfter } from '@/components/ui/before-after'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Action } from '@/lib/commands/action'

/** What an undo from a list would bring back, before it is sent. */
export function UndoStep({ action: { effect, undo, person, mine } }: { action: Action }) {
  const rows = undo.possible ? (effect?.rows ?? []).filter(({ changes }) => changes) : []
  return (
    <>
      <p className="text-table">
        {undo.possible ? (
          <>
            This undoes what {mine ? 'you' : person} did with <b className="font-medium">{undo.verb ?? 'the opposite'}</b>. The
            journal records it as a separate action.
            {undo.until != null && (
              <>
                {' '}
                It can be undone until <Time at={undo.until} />.
              </>
            )}
          </>
        ) : (
          undo.why
        )}
      </p>
      {undo.possible && undo.warning && (
        <Notice kind="deferred" icon={TriangleAlert}>
          {undo.warning}
        </Notice>
      )}
      {rows.length > 0 && (
        <BeforeAfter
          caption="Changes to undo"
          before="Done"
          after="After undo"
          rows={rows.map(({ field, label, before, after }) => ({
            field,
            label,
            before: after ?? 'unknown',
            after: before ?? 'unknown',
            changes: true,
          }))}
        />
      )}
    </>
  )
}
