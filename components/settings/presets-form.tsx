'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Textarea } from '@/components/ui/textarea'
import { fetchJson } from '@/lib/client/call'
import { problemWords } from '@/lib/problem-words'
import { defaultReasonPresets, type ReasonedCommand, type ReasonPresets } from '@/lib/reason-presets'

type Props = {
  label: string
  operation: ReasonedCommand
  presets: readonly string[]
  onKept: (presets: ReasonPresets) => void
}

type Answer = { presets: ReasonPresets }

/** The presets of one command, a line each. */
export function PresetsForm({ label, operation, presets, onKept }: Props) {
  const path = `/api/desk/reason-presets/${operation}`
  const [typed, setTyped] = useState(presets.join('\n'))
  const keep = useMutation({
    mutationFn: (wanted: readonly string[] | null) =>
      fetchJson<Answer>(path, {
        method: wanted === null ? 'DELETE' : 'PUT',
        headers: { 'content-type': 'application/json' },
        ...(wanted === null ? {} : { body: JSON.stringify({ presets: wanted }) }),
      }),
    onSuccess: (kept) => {
      setTyped(kept.presets[operation].join('\n'))
      onKept(kept.presets)
    },
  })
  const lines = typed.split('\n').flatMap((line) => line.trim() || [])
  const isChanged = lines.join('\n') !== presets.join('\n')
  const isDefault = presets.join('\n') === defaultReasonPresets[operation].join('\n')
  const wrong = keep.error?.problem?.fields[0]

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged && !keep.isPending) keep.mutate(lines)
  }

  return (
    <form onSubmit={submit} noValidate aria-label={`Reasons, ${label}`} className="grid content-start gap-2">
      <Field label={label} hint="One per line, at most 12." error={wrong && wordsOf(wrong, lines)}>
        {(control) => (
          <Textarea {...control} rows={6} dir="auto" value={typed} onChange={(event) => setTyped(event.target.value)} />
        )}
      </Field>
      {keep.error && !wrong && <ProblemNotice {...problemWords(keep.error)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          size="small"
          disabledBecause={isChanged ? undefined : 'Nothing is changed'}
          tipPlace={{ align: 'start' }}
        >
          {keep.isPending ? 'Saving…' : 'Save'}
        </Button>
        {!isDefault && (
          <Button size="small" variant="quiet" onClick={() => keep.mutate(null)}>
            Back to the defaults
          </Button>
        )}
        <span role="status" className="text-meta text-muted">
          {keep.isSuccess && !isChanged ? 'Saved' : ''}
        </span>
      </div>
    </form>
  )
}

/** A wrong line is named by its words: `presets.2` says nothing to whoever typed it. */
function wordsOf({ field, title }: { field: string; title: string }, lines: readonly string[]): string {
  const line = lines[Number(field.split('.')[1] ?? Number.NaN)]
  return line === undefined ? title : `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”: ${title}`
}
