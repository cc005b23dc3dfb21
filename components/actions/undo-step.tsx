import { TriangleAlert } from 'lucide-react'
import { BeforeAfter } from '@/components/ui/before-after'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Action } from '@/lib/action'

/** What an undo from a list would bring back, before it is sent. */
export function UndoStep({ action: { effect, undo, person, mine } }: { action: Action }) {
  const rows = (effect?.rows ?? []).filter(({ changes }) => changes)
  return (
    <>
      <p className="text-table">
        {undo.possible ? (
          <>
            This takes back what {mine ? 'you' : person} did, by <b className="font-medium">{undo.verb ?? 'the opposite'}</b>. It
            is an action of its own.
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
          caption="What is taken back"
          before="Done"
          after="After undo"
          rows={rows.map(({ field, label, before, after }) => ({
            field,
            label,
            before: after ?? 'not known',
            after: before ?? 'not known',
            changes: true,
          }))}
        />
      )}
    </>
  )
}
