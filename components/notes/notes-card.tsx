'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { addNote, notesQuery } from '@/lib/client/notes-query'
import { problemWords } from '@/lib/problem-words'
import { notesKey } from '@/lib/query-keys'
import { may, type Role, roleFor } from '@/lib/roles'
import { NoteForm } from './note-form'
import { NoteItem } from './note-item'

type Props = { merchant: string; buyerId: string; role: Role; ticket: string | null }

/** What colleagues have written about this buyer for each other. Nothing of it leaves the desk. */
export function NotesCard({ merchant, buyerId, role, ticket }: Props) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(notesQuery(merchant, buyerId))
  const refusal = may(role, 'act') ? undefined : `needs the ${roleFor('act')} role`
  const colleagues = data?.colleagues ?? []
  return (
    <Card aria-labelledby="notes">
      <CardHead title="Notes" id="notes" count={data && data.notes.length > 0 ? data.notes.length : undefined} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3 py-3">
        <NoteForm
          verb="Add note"
          colleagues={colleagues}
          disabledBecause={refusal}
          onSave={async (text) => {
            queryClient.setQueryData(notesKey(merchant, buyerId), await addNote(merchant, buyerId, { text, ticket }))
          }}
        />
        {error && !data && <ProblemNotice {...problemWords(error)} onRetry={() => void refetch()} />}
        {data?.notes.length === 0 && <p className="text-muted text-table">Nobody has written anything yet.</p>}
        {data && data.notes.length > 0 && (
          <ul className="-mb-3 divide-y border-t">
            {data.notes.map((note) => (
              <NoteItem key={note.id} note={note} colleagues={colleagues} onChanged={() => void refetch()} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}
