'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Field } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Textarea } from '@/components/ui/textarea'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { defaultReasonPresets, type ReasonedCommand, type ReasonPresets, reasonedCommands } from '@/lib/commands/reason-presets'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import { wordsNamed } from '@/lib/operations/words'

/** The verbs of a command that ask for a reason. */
const labelOf = (operation: ReasonedCommand) =>
  Object.values(wordsNamed(operation)?.verbs ?? {})
    .flatMap(({ words, fields }) => (fields.includes('reason') ? [words] : []))
    .join(', ')

/** Presets for the Reason field, by command. */
export function ReasonPresetsCard({ initial }: { initial: ReasonPresets }) {
  const [presets, setPresets] = useState(initial)
  return (
    <Card aria-labelledby="reasons">
      <CardHead title="Reason presets" id="reasons" />
      <div className="grid gap-4 px-4 py-3 md:grid-cols-2">
        {reasonedCommands.map((operation) => (
          <PresetsForm
            key={operation}
            label={labelOf(operation)}
            operation={operation}
            presets={presets[operation]}
            onKept={setPresets}
          />
        ))}
      </div>
      <CardFoot>Shown above the Reason field in this order. The chosen text is sent to the service unchanged.</CardFoot>
    </Card>
  )
}

type PresetsFormProps = {
  label: string
  operation: ReasonedCommand
  presets: readonly string[]
  onKept: (presets: ReasonPresets) => void
}

type Answer = { presets: ReasonPresets }

/** The presets of one command, one per line. */
function PresetsForm({ label, operation, presets, onKept }: PresetsFormProps) {
  const path = routes.reasonPresets(operation)
  const [typed, setTyped] = useState(presets.join('\n'))
  const once = useActionIds()
  const keep = useMutation({
    mutationFn: (chosen: readonly string[] | null) =>
      once((actionId) =>
        chosen === null
          ? request<Answer>(path, { method: 'DELETE', actionId })
          : request<Answer>(path, { method: 'PUT', actionId, body: { presets: chosen } }),
      ),
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
      {keep.error && !wrong && <ProblemNotice {...describeProblem(keep.error)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          size="small"
          disabledBecause={isChanged ? undefined : 'No changes to save'}
          tipPlace={{ align: 'start' }}
        >
          {keep.isPending ? 'Saving…' : 'Save'}
        </Button>
        {!isDefault && (
          <Button size="small" variant="quiet" onClick={() => keep.mutate(null)}>
            Reset to defaults
          </Button>
        )}
        <span role="status" className="text-meta text-muted">
          {keep.isSuccess && !isChanged ? 'Saved' : ''}
        </span>
      </div>
    </form>
  )
}

/** Names a wrong line by its text, because `presets.2` means nothing to people. */
function wordsOf({ field, title }: { field: string; title: string }, lines: readonly string[]): string {
  const line = lines[Number(field.split('.')[1] ?? Number.NaN)]
  return line === undefined ? title : `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”: ${title}`
}
