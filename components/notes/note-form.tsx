'use client'

import { useMutation } from '@tanstack/react-query'
import { AtSign } from 'lucide'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { SignInLink } from '@/components/ui/sign-in-link'
import { Textarea } from '@/components/ui/textarea'
import type { Keeping } from '@/lib/client/open-forms'
import { useIntent } from '@/lib/commands/client/use-intent'
import { cn } from '@/lib/core/cn'
import { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import { maxNoteCharacters } from '@/lib/notes/note'

type NoteInput = {
  /** Names this form, for what is typed into it. */
  draftKey: string
  initial?: string
  disabledBecause?: string | undefined
  /** Stores it under the id, so that the same note is stored once. */
  onSave: (actionId: string, text: string, more: { due: string | null; forShift: boolean }) => Promise<unknown>
  /** Once it is stored, and its draft is gone. */
  onSaved?: () => void
}

type Props = NoteInput & {
  verb: string
  colleagues: readonly string[]
  /** Whether it may promise something for a day. */
  mayPromise?: boolean
  onCancel?: () => void
}

/** A note as it is written. What is typed stays until it is stored, over the end of a session too. */
export function NoteForm({ verb, colleagues, onCancel, mayPromise = false, ...given }: Props) {
  const { disabledBecause } = given
  const note = useNote(given)
  const { text, error } = note
  const [wasEntered, setEntered] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const isQuiet = !wasEntered && text === '' && !error && !onCancel && !disabledBecause && note.keeping === 'nothing-typed'

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    note.save()
  }

  function mention(name: string) {
    note.type({ text: `${text}${text === '' || /\s$/.test(text) ? '' : ' '}@${name} ` })
    field.current?.focus()
  }

  function cancel() {
    note.drop()
    onCancel?.()
  }

  return (
    <form className="grid gap-1.5" onSubmit={submit}>
      <Textarea
        ref={field}
        aria-label="Note"
        aria-describedby={hint}
        aria-invalid={error ? true : undefined}
        placeholder="A note for colleagues"
        rows={2}
        value={text}
        readOnly={disabledBecause !== undefined}
        onFocus={() => setEntered(true)}
        onChange={(event) => {
          note.type({ text: event.target.value })
          note.reset()
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)}
        className="text-table"
      />
      {/* Until somebody writes, the field is all there is to see. */}
      <div className={cn('flex flex-wrap items-center gap-1.5', isQuiet && 'hidden')}>
        {mayPromise && disabledBecause === undefined && <PromiseFields note={note} />}
        <p id={hint} className="min-w-0 flex-1 basis-32 text-meta text-muted">
          <NoteHint note={note} />
        </p>
        {colleagues.length > 0 && disabledBecause === undefined && (
          <Menu label="Mention a colleague" trigger={<Icon of={AtSign} />}>
            {colleagues.map((name) => (
              <MenuItem key={name} onSelect={() => mention(name)}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        )}
        {onCancel && (
          <Button size="small" variant="quiet" onClick={cancel}>
            Back
          </Button>
        )}
        <Button
          type="submit"
          size="small"
          disabledBecause={disabledBecause}
          aria-busy={note.isSaving}
          tipPlace={{ align: 'end' }}
        >
          {verb} <Kbd>Ctrl ⏎</Kbd>
        </Button>
      </div>
    </form>
  )
}

type Typed = { text: string; due: string | null; forShift: boolean }
type Note = ReturnType<typeof useNote>

/** What is typed, from the draft that was kept until somebody types; it is stored once. */
function useNote({ draftKey, initial = '', disabledBecause, onSave, onSaved }: NoteInput) {
  const intent = useIntent<Partial<Typed>>(draftKey, disabledBecause === undefined)
  const [typed, setTyped] = useState<Typed | null>(null)
  const { text = initial, due = null, forShift = false } = typed ?? intent.draft ?? {}
  const save = useMutation({
    mutationFn: async (whole: string) => {
      const actionId = intent.begin(null)
      try {
        await onSave(actionId, whole, { due, forShift })
      } catch (cause) {
        if (cause instanceof ServiceProblem && cause.problem.code === 'action_id_used') intent.end(actionId, 'next')
        throw cause
      }
      intent.end(actionId, 'done')
    },
    onSuccess: forget,
  })
  const length = [...text.trim()].length
  const over = length - maxNoteCharacters

  function type(changed: Partial<Typed>) {
    const next = { text, due, forShift, ...changed }
    setTyped(next)
    if (next.text.trim() === '' || next.text === initial) intent.drop()
    else intent.keep(next)
  }

  function forget() {
    setTyped(null)
    intent.drop()
    intent.renew()
    onSaved?.()
  }

  return {
    text,
    due,
    forShift,
    keeping: intent.keeping,
    drop: intent.drop,
    type,
    isSaving: save.isPending,
    reset: save.reset,
    isSignedOut: save.error !== null && describeProblem(save.error).signIn,
    error:
      over > 0
        ? `${over} characters over the limit`
        : save.error &&
          [describeProblem(save.error).detail, ...(save.error.problem?.fields ?? []).map(({ title }) => title)].join(' '),
    save() {
      if (disabledBecause !== undefined || length === 0 || over > 0 || save.isPending) return
      // A try whose answer was lost may have stored it: then there's nothing left to store.
      const tried = intent.tried()
      if (tried !== null && text.trim() === initial) {
        intent.end(tried, 'done')
        forget()
      } else save.mutate(text.trim())
    },
  }
}

function NoteHint({ note: { error, isSignedOut, keeping } }: { note: Note }) {
  if (isSignedOut || (!error && keeping === 'signed-out'))
    return (
      <>
        {hints['signed-out']} <SignInLink inNewTab />
      </>
    )
  if (error) return <span className="font-medium text-danger">{error}</span>
  return hints[keeping] ?? 'Only staff can see this. E-mail addresses are masked.'
}

/** What the note promises for a day, and whether the next shift is to see it. */
const PromiseFields = ({ note: { due, forShift, type, reset } }: { note: Note }) => (
  <span className="flex w-full flex-wrap items-center gap-x-3 gap-y-1.5 text-meta text-muted">
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="whitespace-nowrap">
        Promised for
      </span>
      <Input
        type="date"
        size="small"
        aria-label="Promised for"
        className="w-36"
        value={due ?? ''}
        onChange={(event) => {
          type({ due: event.target.value || null })
          reset()
        }}
      />
    </span>
    <label className="flex items-center gap-1.5">
      <input
        type="checkbox"
        checked={forShift}
        className="size-4 accent-primary"
        onChange={(event) => type({ forShift: event.target.checked })}
      />
      For the next shift
    </label>
  </span>
)

// What is typed is on this screen alone: nobody should leave it thinking otherwise.
const hints: Partial<Record<Keeping, string>> = {
  'signed-out': 'You were signed out, so this note isn’t saved. It stays on this page.',
  failed: 'We couldn’t keep a draft of this note. Save it before you leave.',
}
