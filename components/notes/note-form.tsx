'use client'

import { useMutation } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { Textarea } from '@/components/ui/textarea'
import { mostNoteCharacters } from '@/lib/note'
import { problemWords } from '@/lib/problem-words'

type Props = {
  verb: string
  colleagues: readonly string[]
  initial?: string
  disabledBecause?: string | undefined
  onSave: (text: string) => Promise<void>
  onCancel?: () => void
}

/** A note as it is written. What is typed stays until it is stored. */
export function NoteForm({ verb, colleagues, initial = '', disabledBecause, onSave, onCancel }: Props) {
  const [text, setText] = useState(initial)
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const save = useMutation({ mutationFn: onSave, onSuccess: () => setText('') })
  const length = [...text.trim()].length
  const isTooLong = length > mostNoteCharacters
  const trouble = isTooLong
    ? `${length - mostNoteCharacters} characters too many`
    : save.error && [problemWords(save.error).detail, ...(save.error.problem?.fields ?? []).map(({ title }) => title)].join(' ')

  function submit() {
    if (disabledBecause === undefined && length > 0 && !isTooLong && !save.isPending) save.mutate(text.trim())
  }

  function mention(name: string) {
    setText((before) => `${before}${before === '' || /\s$/.test(before) ? '' : ' '}@${name} `)
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
        aria-invalid={trouble ? true : undefined}
        placeholder="A note for colleagues"
        rows={2}
        value={text}
        readOnly={disabledBecause !== undefined}
        onChange={(event) => {
          setText(event.target.value)
          save.reset()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit()
        }}
        className="text-table"
      />
      <div className="flex flex-wrap items-center gap-1.5">
        <p id={hint} className="min-w-0 flex-1 basis-32 text-meta text-muted">
          {trouble ? (
            <span className="font-medium text-danger">{trouble}</span>
          ) : (
            'Seen by staff only. E-mail addresses are masked.'
          )}
        </p>
        {colleagues.length > 0 && disabledBecause === undefined && (
          <Menu label="Mention a colleague" trigger={<AtSign className="size-4" aria-hidden />}>
            {colleagues.map((name) => (
              <MenuItem key={name} onSelect={() => mention(name)}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        )}
        {onCancel && (
          <Button size="small" variant="quiet" onClick={onCancel}>
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
