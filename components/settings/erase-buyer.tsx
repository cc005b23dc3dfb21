'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { fetchJson } from '@/lib/client/call'
import { problemWords } from '@/lib/problem-words'

type Erased = { facts: number; keys: number }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Erases a buyer here, by id, after the end of the id has been typed once more. */
export function EraseBuyer({ merchant }: { merchant: { code: string; name: string } }) {
  const [typed, setTyped] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [open, setOpen] = useState(false)
  const buyerId = typed.trim().toLowerCase()
  const erase = useMutation({
    mutationFn: () =>
      fetchJson<Erased>('/api/desk/erasures', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-merchant': merchant.code },
        body: JSON.stringify({ buyerId, confirmation }),
      }),
    onSuccess: () => setOpen(false),
  })
  const confirmed = confirmation.trim().toLowerCase() === buyerId.slice(-4)

  function ask() {
    erase.reset()
    setConfirmation('')
    setOpen(true)
  }

  return (
    <div className="flex flex-wrap items-start gap-3 border-t p-4">
      <Field label="Buyer to erase" hint={`Of ${merchant.name}, by buyer id.`} className="w-96 max-w-full">
        {(control) => (
          <Input
            {...control}
            size="small"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button
        size="small"
        onClick={ask}
        className="sm:mt-6"
        {...(!uuid.test(buyerId) && { disabledBecause: 'Give the buyer’s id' })}
      >
        Erase…
      </Button>
      <p role="status" className="text-meta text-muted sm:mt-8">
        {erase.data && `Erased: ${erase.data.facts} facts, ${erase.data.keys} keys.`}
      </p>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Erase buyer"
        subtitle={`${buyerId} of ${merchant.name}`}
        busy={erase.isPending}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Back</Button>
            <Button
              variant="danger"
              aria-disabled={erase.isPending}
              onClick={() => erase.mutate()}
              {...(!confirmed && { disabledBecause: 'Type the end of the id' })}
            >
              {erase.isPending ? 'Erasing…' : 'Erase buyer'}
            </Button>
          </>
        }
      >
        <Notice kind="danger">
          What is known of the buyer here goes for good: facts, search, half-typed forms, and the means to undo what was done. The
          service keeps its own record, and whoever opens the buyer again learns it anew.
        </Notice>
        <Field label="Last four characters of the buyer id">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              maxLength={8}
              value={confirmation}
              onChange={(event) => setConfirmation(event.target.value)}
            />
          )}
        </Field>
        {erase.error && <ProblemNotice {...problemWords(erase.error)} />}
      </Dialog>
    </div>
  )
}
