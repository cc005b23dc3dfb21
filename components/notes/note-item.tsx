'use client'

import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { Time } from '@/components/ui/time'
import { changeNote, noteVersionsQuery } from '@/lib/client/notes-query'
import type { Note } from '@/lib/note'
import { NoteForm } from './note-form'
import { NoteText } from './note-text'

type Props = { note: Note; colleagues: readonly string[]; onChanged: () => void }

export function NoteItem({ note, colleagues, onChanged }: Props) {
  const [shows, setShows] = useState<'text' | 'form' | 'history'>('text')
  const { id, text, version, person, mine, ticket, at, mentions } = note
  if (shows === 'form') {
    return (
      <li className="py-2.5">
        <NoteForm
          verb="Save note"
          colleagues={colleagues}
          initial={text}
          onCancel={() => setShows('text')}
          onSave={async (changed) => {
            await changeNote(id, { text: changed, version })
            setShows('text')
            onChanged()
          }}
        />
      </li>
    )
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 py-2.5 text-table">
      <p className="flex flex-wrap gap-x-2 text-meta text-muted">
        <bdi>{mine ? 'You' : person}</bdi>
        {ticket && <bdi>{ticket}</bdi>}
        <Time at={at} align="start" />
        {version > 1 && <span>edited</span>}
      </p>
      {(mine || version > 1) && (
        <span className="-my-1">
          <Menu label={`More for the note of ${mine ? 'yours' : person}`} trigger={<Icon of={Ellipsis} />}>
            {mine && <MenuItem onSelect={() => setShows('form')}>Edit note</MenuItem>}
            {version > 1 && (
              <MenuItem onSelect={() => setShows(shows === 'history' ? 'text' : 'history')}>
                {shows === 'history' ? 'Hide earlier texts' : 'Show earlier texts'}
              </MenuItem>
            )}
          </Menu>
        </span>
      )}
      <NoteText text={text} mentions={mentions} />
      {shows === 'history' && <Earlier note={note} />}
    </li>
  )
}

function Earlier({ note: { id, version, mentions } }: { note: Note }) {
  const { data, error } = useQuery(noteVersionsQuery(id, version))
  if (error) return <p className="col-span-2 text-danger text-meta">The earlier texts could not be read.</p>
  return (
    <ol aria-label="Earlier texts" className="col-span-2 mt-1.5 grid gap-1.5 border-l-2 pl-2.5 text-muted">
      {data?.slice(1).map((each) => (
        <li key={each.version}>
          <Time at={each.at} align="start" className="text-meta" />
          <NoteText text={each.text} mentions={mentions} />
        </li>
      ))}
    </ol>
  )
}
