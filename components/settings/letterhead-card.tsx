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
import { Textarea } from '@/components/ui/textarea'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import type { Letterhead } from '@/lib/people/letterhead'

type Props = { initial: Letterhead; merchant: { code: string; name: string } }

const typedOf = ({ name, address, taxNumber, contact }: Letterhead) => ({ name, address: address.join('\n'), taxNumber, contact })

/** What is at the head of a merchant account’s statements and quotes. What was typed for one account is never another’s. */
export const LetterheadCard = (props: Props) => <LetterheadForm key={props.merchant.code} {...props} />

function LetterheadForm({ initial, merchant }: Props) {
  const [kept, setKept] = useState(initial)
  const [typed, setTyped] = useState(() => typedOf(initial))
  const once = useActionIds()
  const saving = useMutation({
    mutationFn: () => {
      const body = { ...typed, address: typed.address.split('\n').map((text) => text.trim()), changedAt: kept.changedAt }
      return once((actionId) =>
        request<Letterhead>(routes.letterhead(), { method: 'PUT', merchant: merchant.code, actionId, body }),
      )
    },
    onSuccess: (saved) => {
      setKept(saved)
      setTyped(typedOf(saved))
    },
  })
  const isChanged = JSON.stringify(typed) !== JSON.stringify(typedOf(kept))
  const wrong = (field: string) => saving.error?.problem?.fields.find((each) => each.field.split('.')[0] === field)?.title

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged && !saving.isPending) saving.mutate()
  }
  const line = (field: 'name' | 'taxNumber' | 'contact', label: string, aside?: string) => (
    <Field label={label} error={wrong(field)} {...(aside && { aside })}>
      {(control) => (
        <Input
          {...control}
          dir="auto"
          autoComplete="off"
          value={typed[field]}
          onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
        />
      )}
    </Field>
  )

  return (
    <Card aria-labelledby="letterhead">
      <CardHead title="Letterhead" id="letterhead" beside={<span className="text-muted text-table">{merchant.name}</span>} />
      <form onSubmit={submit} noValidate aria-label="Letterhead" className="grid gap-4 px-4 py-3 md:grid-cols-2">
        <div className="grid content-start gap-4">
          {line('name', 'Name')}
          {line('taxNumber', 'Tax number', 'optional')}
          {line('contact', 'Contact', 'optional')}
        </div>
        <Field label="Address" hint="One line each, at most 4." aside="optional" error={wrong('address')}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              dir="auto"
              value={typed.address}
              onChange={(event) => setTyped({ ...typed, address: event.target.value })}
            />
          )}
        </Field>
        {saving.error && saving.error.problem.fields.length === 0 && (
          <ProblemNotice {...describeProblem(saving.error)} className="md:col-span-2" />
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            size="small"
            aria-label="Save letterhead"
            disabledBecause={isChanged ? undefined : 'No changes to save'}
            tipPlace={{ align: 'start' }}
          >
            {saving.isPending ? 'Saving…' : 'Save'}
          </Button>
          <span role="status" className="text-meta text-muted">
            {saving.isSuccess && !isChanged ? 'Saved' : ''}
          </span>
        </div>
      </form>
      <CardFoot>At the head of statements and offers, as plain text. The journal keeps every change.</CardFoot>
    </Card>
  )
}
