'use client'

import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type VerbName, verbsOf } from '@/lib/commands/verb-words'
import { uuid, wholeText } from '@/lib/operations/schemas/scalars'
import { useActions } from './actions-provider'
import type { Opening } from './opening'
import { TypedFacts } from './typed-facts'
import { useBuyerActions } from './use-buyer-actions'
import { WhoLine } from './who-line'

type Props = { opening: Extract<Opening, { kind: 'by-id' }>; onClose: () => void }

const things = {
  subscription: {
    title: 'Act on a subscription by id',
    label: 'Subscription id',
    hint: 'Copy it from the ticket or the service’s own panel. We learn the details from the service’s first answer.',
    schema: uuid,
  },
  token: {
    title: 'Act on a token by id',
    label: 'Token id',
    hint: 'A whole number such as 1190417, from the service’s own panel.',
    schema: wholeText('Enter a whole number'),
  },
} as const

/** Where nothing can be listed, a typed id will do: it is marked as typed until the service has answered about it. */
export function ByIdDialog({ opening: { of }, onClose }: Props) {
  const { context, open } = useActions()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const suggestionsId = useId()
  const { actions } = useBuyerActions()
  const { title, label, hint, schema } = things[of]
  // What the service has once answered about is known; the rest stays a person's word.
  const answered = actions.filter(({ state, settledAs }) => state === 'done' || settledAs === 'happened')
  const seen = new Set(answered.flatMap(({ target }) => (target.startsWith(`${of}:`) ? [target.slice(of.length + 1)] : [])))

  function choose(verb: VerbName) {
    const read = schema.safeParse(typed.trim())
    if (!read.success) return setError(read.error.issues[0]?.message)
    open({
      kind: 'command',
      verb,
      target: { kind: of, id: String(read.data), name: null, ...(seen.has(String(read.data)) ? {} : { isTyped: true }) },
    })
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={title} footer={<Button onClick={onClose}>Back</Button>}>
      <WhoLine buyer={context.buyer} merchant={context.merchant} />
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            list={suggestionsId}
            onChange={(event) => {
              setTyped(event.target.value)
              setError(undefined)
            }}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <datalist id={suggestionsId}>
        {[...seen].map((id) => (
          <option key={id} value={id}>
            used before
          </option>
        ))}
      </datalist>
      <div className="flex flex-wrap gap-2">
        {verbsOf(of).map((verb) => (
          <Button key={verb.name} variant={verb.isDangerous ? 'danger-quiet' : 'default'} onClick={() => choose(verb.name)}>
            {verb.words}
          </Button>
        ))}
      </div>
      <TypedFacts
        of={of}
        id={schema.safeParse(typed.trim()).success ? typed.trim() : null}
        onMissingId={() => setError(schema.safeParse(typed.trim()).error?.issues[0]?.message)}
        onKept={onClose}
      />
    </Dialog>
  )
}
