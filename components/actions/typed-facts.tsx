'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import type { KnownNow } from '@/lib/knowledge/known'
import { knownKey } from '@/lib/operations/query-keys'
import { useActions } from './actions-provider'

type Props = {
  of: 'subscription' | 'token'
  /** The id once it is one, or null. */
  id: string | null
  onMissingId: () => void
  onKept: () => void
}

const nothing = { productName: '', endDate: '', isOn: '' }

/** What somebody has read in the service's own panel: kept as their word, so that previews can rest on it. */
export function TypedFacts({ of, id, onMissingId, onKept }: Props) {
  const { merchant, buyer } = useActions().context
  const queryClient = useQueryClient()
  const once = useActionIds()
  const [typed, setTyped] = useState(nothing)
  const type = (field: keyof typeof nothing) => (event: { target: { value: string } }) =>
    setTyped((before) => ({ ...before, [field]: event.target.value }))
  const keep = useMutation({
    mutationFn: (body: object) =>
      once((actionId) => request<KnownNow>(routes.buyerFacts(buyer.id), { actionId, merchant: merchant.code, body })),
    onSuccess: (known) => {
      queryClient.setQueryData(knownKey(merchant.code, buyer.id), known)
      onKept()
    },
  })
  const isEmpty = of === 'token' ? typed.isOn === '' : Object.values(typed).every((value) => value.trim() === '')

  return (
    <form
      noValidate
      className="grid gap-3 border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (id === null) onMissingId()
        else keep.mutate(bodyOf(of, id, typed))
      }}
    >
      <h3 className="font-semibold text-table">Or record what you’ve seen elsewhere</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        {of === 'subscription' && (
          <>
            <Field label="Product">
              {(control) => <Input {...control} value={typed.productName} onChange={type('productName')} maxLength={120} />}
            </Field>
            <Field label="End date">
              {(control) => <Input {...control} type="date" value={typed.endDate} onChange={type('endDate')} />}
            </Field>
          </>
        )}
        <Field label={of === 'token' ? 'Token' : 'Autocharge'}>
          {(control) => (
            <Select {...control} value={typed.isOn} onChange={type('isOn')}>
              <option value="">unknown</option>
              <option value="yes">on</option>
              <option value="no">off</option>
            </Select>
          )}
        </Field>
      </div>
      {keep.error && <ProblemNotice {...describeProblem(keep.error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabledBecause={isEmpty ? 'Fill in at least one field' : undefined} aria-busy={keep.isPending}>
          Save
        </Button>
        <p className="min-w-0 flex-1 text-meta text-muted">Marked as typed by you until the service confirms it.</p>
      </div>
    </form>
  )
}

function bodyOf(of: Props['of'], id: string, { productName, endDate, isOn }: typeof nothing): object {
  const on = isOn === '' ? undefined : isOn === 'yes'
  if (of === 'token') return { tokenId: Number(id), isEnabled: on }
  return { subscriptionId: id, productName: productName.trim() || undefined, endDate: endDate || undefined, autoChargeStatus: on }
}
