'use client'

import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide'
import { useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { late } from '@/components/ui/late'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { Time } from '@/components/ui/time'
import { changeNote, noteVersionsQuery } from '@/lib/notes/client/notes-query'
import { pieces } from '@/lib/notes/mentions'
import type { Note } from '@/lib/notes/note'
import { NoteForm } from './note-form'

// Few notes promise anything.
const PromiseLine = late(() => import('./promise-line').then((file) => file.PromiseLine))

type Props = { note: Note; refusal: string | undefined; buyerId: string; colleagues: readonly string[]; onChanged: () => void }

export function NoteItem({ note, refusal, buyerId, colleagues, onChanged }: Props) {
  const [shows, setShows] = useState<'text' | 'form' | 'history'>('text')
  const { id, text, version, person, mine, ticket, at, mentions } = note
  if (shows === 'form') {
    return (
      <li className="py-2.5">
        <NoteForm
          verb="Save note"
          draftKey={`note:${buyerId}:${id}`}
          colleagues={colleagues}
          initial={text}
          onCancel={() => setShows('text')}
          onSave={(actionId, changed) => changeNote(actionId, id, { text: changed, version })}
          onSaved={() => {
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
        {note.forShift && <span>for the next shift</span>}
      </p>
      {(mine || version > 1) && (
        <span className="-my-1">
          <Menu label={`More actions for ${mine ? 'your note' : `${person}’s note`}`} trigger={<Icon of={Ellipsis} />}>
            {mine && <MenuItem onSelect={() => setShows('form')}>Edit note</MenuItem>}
            {version > 1 && (
              <MenuItem onSelect={() => setShows(shows === 'history' ? 'text' : 'history')}>
                {shows === 'history' ? 'Hide earlier versions' : 'Show earlier versions'}
              </MenuItem>
            )}
          </Menu>
        </span>
      )}
      <NoteText text={text} mentions={mentions} />
      {note.promise && <PromiseLine promise={note.promise} disabledBecause={refusal} onChanged={onChanged} />}
      {shows === 'history' && <Earlier note={note} />}
    </li>
  )
}

function Earlier({ note: { id, version, mentions } }: { note: Note }) {
  const { data, error } = useQuery(noteVersionsQuery(id, version))
  if (error) return <p className="col-span-2 text-danger text-meta">Couldn’t load earlier versions.</p>
  return (
    <ol aria-label="Earlier versions" className="col-span-2 mt-1.5 grid gap-1.5 border-l-2 pl-2.5 text-muted">
      {data?.slice(1).map((each) => (
        <li key={each.version}>
          <Time at={each.at} align="start" className="text-meta" />
          <NoteText text={each.text} mentions={mentions} />
        </li>
      ))}
    </ol>
  )
}

/** A note's text with its line breaks; mentioned people are highlighted. */
function NoteText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  return (
    <p dir="auto" className="col-span-2 whitespace-pre-wrap wrap-anywhere">
      {pieces(text, mentions).map(({ text: piece, name }, index) =>
        name === null ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places.
          <b key={index} className="font-semibold">
            {piece}
          </b>
        ),
      )}
    </p>
  )
}
