'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import { addNote, notesQuery } from '@/lib/notes/client/notes-query'
import { notesKey } from '@/lib/operations/query-keys'
import { NoteForm } from './note-form'
import { NoteItem } from './note-item'

type Props = { merchant: string; buyerId: string; role: Role; ticket: string | null }

/** What colleagues have written about this buyer for each other. The service never gets them. */
export function NotesCard({ merchant, buyerId, role, ticket }: Props) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(notesQuery(merchant, buyerId))
  const refusal = may(role, 'act') ? undefined : needsRole('act')
  const colleagues = data?.colleagues ?? []
  /** What was kept of an earlier try must be on screen before the next one. */
  const thenRead = (cause: unknown): never => {
    void refetch()
    throw cause
  }
  return (
    <Card aria-labelledby="notes">
      <CardHead title="Notes" id="notes" count={data && data.notes.length > 0 ? data.notes.length : undefined} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3 py-3">
        <NoteForm
          verb="Add note"
          draftKey={`note:${buyerId}:${encodeURIComponent(merchant)}`}
          colleagues={colleagues}
          disabledBecause={refusal}
          mayPromise
          onSave={async (actionId, text, more) => {
            const added = addNote(actionId, { merchant, buyerId }, { text, ticket, ...more })
            queryClient.setQueryData(notesKey(merchant, buyerId), await added.catch(thenRead))
          }}
        />
        {error && !data && <ProblemNotice {...describeProblem(error)} onRetry={() => void refetch()} />}
        {data?.notes.length === 0 && (
          <p className="text-muted text-table">No notes yet. Notes you add are visible to colleagues.</p>
        )}
        {data && data.notes.length > 0 && (
          <ul className="-mb-3 divide-y border-t">
            {data.notes.map((note) => (
              <NoteItem
                key={note.id}
                refusal={refusal}
                note={note}
                buyerId={buyerId}
                colleagues={colleagues}
                onChanged={() => void refetch()}
              />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}
