import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { onDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import type { ClosedRow, OwnedRow } from '@/lib/lists/list-page'
import { closings, type ListName, lists, mayCloseAll } from '@/lib/lists/lists'
import { listsKey, morningKey } from '@/lib/operations/query-keys'

// Few explain a row, so this comes only then.
const ExplainDialog = onDemand(() => import('./explain-dialog').then((file) => file.ExplainDialog))

type CloseInput = { thing: string; reason?: string }

/** Closes rows of a list: at one press where they need only be seen, else with what explains them. */
export function useClosing(name: ListName, merchant: string, rows: readonly OwnedRow[]) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const [explained, setExplained] = useState<OwnedRow | null>(null)
  const [closed, setClosed] = useState<{ thing: string; place: number } | null>(null)
  // The row that had the focus goes once the list is read again, and the one in its place gets it.
  useEffect(() => {
    if (closed === null || rows.some(({ key, left }) => key === closed.thing && !left)) return
    setClosed(null)
    requestAnimationFrame(() => focusRow(closed.place))
  }, [closed, rows])
  const closing = useMutation({
    mutationFn: (body: CloseInput) =>
      once(
        (actionId) => request<{ data: ClosedRow }>(routes.listClose(name), { actionId, merchant, body }),
        JSON.stringify(body),
      ),
    onSuccess: (_, { thing }) => {
      setExplained(null)
      setClosed({ thing, place: rows.findIndex(({ key }) => key === thing) })
      for (const queryKey of [['list', merchant, name], listsKey(merchant), morningKey(merchant)])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  return { ...closing, explained, setExplained }
}

type Closing = ReturnType<typeof useClosing>

function focusRow(place: number) {
  const rows = document.querySelectorAll<HTMLElement>('[data-list-row]')
  rows[Math.min(place, rows.length - 1)]?.focus()
}

/** What became of closing a row, and the dialog that asks for what explains it. */
export function ClosingNotes({ closing }: { closing: Closing }) {
  const { explained, setExplained, mutate, isPending, isSuccess, error } = closing
  return (
    <>
      <p role="status" className="sr-only">
        {isSuccess && 'Row closed. It’s no longer in this list.'}
      </p>
      {error && explained === null && <ProblemNotice {...describeProblem(error)} className="m-4" />}
      {explained !== null && (
        <ExplainDialog
          row={explained}
          isPending={isPending}
          error={error}
          onClose={() => setExplained(null)}
          onExplained={(reason) => mutate({ thing: explained.key, reason })}
        />
      )}
    </>
  )
}

type ButtonProps = { name: ListName; role: Role; row: OwnedRow; closing: Closing }

/** Closes a row, where a person closes rows of the list. */
export function CloseButton({ name, role, row, closing }: ButtonProps) {
  const wanted = closings[name]
  if (!wanted) return null
  const isRefused = lists[name].of === 'journal' && !may(role, mayCloseAll)
  return (
    <IconButton
      icon={Check}
      label={wanted === 'seen' ? 'Mark as seen' : 'Mark as explained'}
      onClick={() => {
        if (wanted === 'seen') closing.mutate({ thing: row.key })
        else {
          closing.reset()
          closing.setExplained(row)
        }
      }}
      className="relative z-1 ml-auto"
      {...(isRefused && { disabledBecause: needsRole(mayCloseAll) })}
    />
  )
}
