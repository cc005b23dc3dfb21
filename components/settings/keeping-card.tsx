'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { fetchJson } from '@/lib/client/call'
import { problemWords } from '@/lib/problem-words'
import { EraseBuyer } from './erase-buyer'

type Retention = { days: number | null }

/** How long what is known of buyers is kept, and the erasure of one. */
export function KeepingCard({ initial, merchant }: { initial: Retention; merchant: { code: string; name: string } }) {
  const [typed, setTyped] = useState(initial.days === null ? '' : String(initial.days))
  const save = useMutation({
    mutationFn: (days: number | null) =>
      fetchJson<Retention>('/api/desk/retention', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ days }),
      }),
  })
  const days = typed.trim() === '' ? null : Number(typed)
  const wrong = days !== null && !(Number.isInteger(days) && days >= 1 && days <= 3_650)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!wrong && !save.isPending) save.mutate(days)
  }

  return (
    <Card aria-labelledby="keeping">
      <CardHead title="Keeping less" id="keeping" />
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3 p-4">
        <Field
          label="Forget after days"
          hint="Counted from when something was seen last. Left empty, it is kept."
          error={wrong ? 'Give 1 to 3650, or nothing' : undefined}
          className="w-72 max-w-full"
        >
          {(control) => (
            <Input
              {...control}
              size="small"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                save.reset()
              }}
            />
          )}
        </Field>
        <Button type="submit" size="small" aria-disabled={save.isPending} className="sm:mt-6">
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <p role="status" className="text-meta text-muted sm:mt-8">
          {save.data &&
            (save.data.days === null ? 'Saved: kept until erased.' : `Saved: forgotten after ${save.data.days} days.`)}
        </p>
      </form>
      {save.error && <ProblemNotice {...problemWords(save.error)} className="m-3" />}
      <EraseBuyer merchant={merchant} />
      <CardFoot>The journal is never purged: it names buyers by id and holds everything else masked.</CardFoot>
    </Card>
  )
}
