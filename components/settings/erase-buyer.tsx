'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { DialogOnDemand } from '@/components/ui/late'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import { usePasskey } from '@/lib/signatures/client/use-passkey'

type Erased = { facts: number; keys: number }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Erases a buyer here, by id, after the end of the id has been typed once more. */
export function EraseBuyer({ merchant }: { merchant: { code: string; name: string } }) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const buyerId = typed.trim().toLowerCase()
  const once = useActionIds()
  const erase = useMutation({
    mutationFn: (confirmation: string) =>
      once(
        (actionId) => request<Erased>(routes.erasures(), { actionId, merchant: merchant.code, body: { buyerId, confirmation } }),
        buyerId,
      ),
    onSuccess: () => setOpen(false),
  })

  function ask() {
    erase.reset()
    setOpen(true)
  }

  return (
    <div className="flex flex-wrap items-start gap-3 border-t p-4">
      <Field label="Buyer to erase" hint={`A buyer id on ${merchant.name}.`} className="w-96 max-w-full">
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
        {...(!uuid.test(buyerId) && { disabledBecause: 'Enter the buyer id' })}
      >
        Erase data…
      </Button>
      <p role="status" className="text-meta text-muted sm:mt-8">
        {erase.data && `Erased ${erase.data.facts} facts and ${erase.data.keys} search keys.`}
      </p>
      {open && (
        <EraseDialog
          buyerId={buyerId}
          merchant={merchant.name}
          error={erase.error}
          isErasing={erase.isPending}
          onErase={erase.mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

type DialogProps = {
  buyerId: string
  merchant: string
  error: Error | null
  isErasing: boolean
  onErase: (confirmation: string) => void
  onClose: () => void
}

/** Erases once the end of the id has been typed. */
function EraseDialog({ buyerId, merchant, error, isErasing, onErase, onClose }: DialogProps) {
  const [confirmation, setConfirmation] = useState('')
  const passkey = usePasskey('erasure')
  const isConfirmed = confirmation.trim().toLowerCase() === buyerId.slice(-4)
  return (
    <DialogOnDemand
      open
      onOpenChange={onClose}
      title="Erase buyer"
      subtitle={`${buyerId} of ${merchant}`}
      busy={isErasing}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            variant="danger"
            aria-disabled={isErasing}
            onClick={() => onErase(confirmation)}
            {...(!isConfirmed && { disabledBecause: 'Enter the last four characters of the id' })}
            {...(isConfirmed && passkey.missing !== undefined && { disabledBecause: passkey.missing })}
          >
            {isErasing ? 'Erasing…' : passkey.says('Erase buyer')}
          </Button>
        </>
      }
    >
      <Notice kind="danger">
        This permanently deletes Counterfoil’s data about the buyer: facts, search entries, drafts and the ability to undo past
        actions. The service keeps its own records, and opening the buyer again reloads data from it.
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
      {error && <ProblemNotice {...describeProblem(error)} />}
    </DialogOnDemand>
  )
}
