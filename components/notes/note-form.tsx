'use client'

import { useMutation } from '@tanstack/react-query'
import { AtSign } from 'lucide'
import { useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { Textarea } from '@/components/ui/textarea'
import type { Keeping } from '@/lib/client/open-forms'
import { useIntent } from '@/lib/commands/client/use-intent'
import { cn } from '@/lib/core/cn'
import { problemWords } from '@/lib/core/problem-words'
import { maxNoteCharacters } from '@/lib/notes/note'

type Props = {
  verb: string
  /** Names this form, for what is typed into it. */
  draftKey: string
  colleagues: readonly string[]
  initial?: string
  disabledBecause?: string | undefined
  onSave: (text: string, more: { due: string | null; forShift: boolean }) => Promise<unknown>
  /** Whether it may promise something for a day. */
  mayPromise?: boolean
  /** Once it is stored, and its draft is gone. */
  onSaved?: () => void
  onCancel?: () => void
}

/** A note as it is written. What is typed stays until it is stored, over the end of a session too. */
export function NoteForm({
  verb,
  draftKey,
  colleagues,
  initial = '',
  disabledBecause,
  mayPromise = false,
  onSave,
  onSaved,
  onCancel,
}: Props) {
  const intent = useIntent<{ text: string; due?: string | null; forShift?: boolean }>(draftKey, disabledBecause === undefined)
  const [typed, setTyped] = useState<string | null>(null)
  const [day, setDay] = useState<string | null>()
  const [shift, setShift] = useState<boolean>()
  const [wasEntered, setEntered] = useState(false)
  const text = typed ?? intent.draft?.text ?? initial
  const due = day === undefined ? (intent.draft?.due ?? null) : day
  const forShift = shift ?? intent.draft?.forShift ?? false
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const save = useMutation({ mutationFn: (given: string) => onSave(given, { due, forShift }), onSuccess: forget })
  const length = [...text.trim()].length
  const isTooLong = length > maxNoteCharacters
  const error = isTooLong
    ? `${length - maxNoteCharacters} characters over the limit`
    : save.error && [problemWords(save.error).detail, ...(save.error.problem?.fields ?? []).map(({ title }) => title)].join(' ')

  function type(next: string, nextDue = due, nextShift = forShift) {
    setTyped(next)
    setDay(nextDue)
    setShift(nextShift)
    if (next.trim() === '' || next === initial) intent.drop()
    else intent.keep({ text: next, due: nextDue, forShift: nextShift })
  }

  function forget() {
    setTyped(null)
    setDay(null)
    setShift(false)
    intent.drop()
    intent.renew()
    onSaved?.()
  }

  function cancel() {
    intent.drop()
    onCancel?.()
  }

  const isQuiet = !wasEntered && text === '' && !error && !onCancel && !disabledBecause && intent.keeping === 'nothing-typed'

  function submit() {
    if (disabledBecause === undefined && length > 0 && !isTooLong && !save.isPending) save.mutate(text.trim())
  }

  function mention(name: string) {
    type(`${text}${text === '' || /\s$/.test(text) ? '' : ' '}@${name} `)
    field.current?.focus()
  }

  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
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
          type(event.target.value)
          save.reset()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit()
        }}
        className="text-table"
      />
      {/* Until somebody writes, the field is all there is to see. */}
      <div className={cn('flex flex-wrap items-center gap-1.5', isQuiet && 'hidden')}>
        {mayPromise && disabledBecause === undefined && (
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
                  type(text, event.target.value || null)
                  save.reset()
                }}
              />
            </span>
            <label className="flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={forShift}
                className="size-4 accent-primary"
                onChange={(event) => type(text, due, event.target.checked)}
              />
              For the next shift
            </label>
          </span>
        )}
        <p id={hint} className="min-w-0 flex-1 basis-32 text-meta text-muted">
          {error ? (
            <span className="font-medium text-danger">{error}</span>
          ) : (
            (hints[intent.keeping] ?? 'Only staff can see this. E-mail addresses are masked.')
          )}
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
          aria-busy={save.isPending}
          tipPlace={{ align: 'end' }}
        >
          {verb} <Kbd>Ctrl ⏎</Kbd>
        </Button>
      </div>
    </form>
  )
}

// What is typed is on this screen alone: nobody should leave it thinking otherwise.
const hints: Partial<Record<Keeping, string>> = {
  'signed-out': 'You were signed out, so this note isn’t saved. Sign in again in another tab.',
  failed: 'We couldn’t keep a draft of this note. Save it before you leave.',
}
