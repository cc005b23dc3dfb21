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
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import { EraseBuyer } from './erase-buyer'

type Retention = { days: number | null }

/** How long what is known of buyers is kept, and the erasure of one. */
export function RetentionCard({ initial, merchant }: { initial: Retention; merchant: { code: string; name: string } }) {
  const [typed, setTyped] = useState(initial.days === null ? '' : String(initial.days))
  const once = useActionIds()
  const save = useMutation({
    mutationFn: (days: number | null) =>
      once((actionId) => request<Retention>(routes.retention(), { method: 'PUT', actionId, body: { days } })),
  })
  const days = typed.trim() === '' ? null : Number(typed)
  const wrong = days !== null && !(Number.isInteger(days) && days >= 1 && days <= 3_650)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!wrong && !save.isPending) save.mutate(days)
  }

  return (
    <Card aria-labelledby="keeping">
      <CardHead title="Data retention" id="keeping" />
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3 p-4">
        <Field
          label="Delete after (days)"
          hint="Days since a fact was last seen. Leave empty to keep data."
          error={wrong ? 'Enter 1 to 3,650, or leave empty' : undefined}
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
            (save.data.days === null
              ? 'Saved. Data is kept until erased.'
              : `Saved. Data is deleted after ${save.data.days} days.`)}
        </p>
      </form>
      {save.error && <ProblemNotice {...describeProblem(save.error)} className="m-3" />}
      <EraseBuyer merchant={merchant} />
      <CardFoot>The journal is never deleted. It keeps buyers by id and masks everything else.</CardFoot>
    </Card>
  )
}
