import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { describeProblem } from '@/lib/core/problem-words'
import type { OwnedRow } from '@/lib/lists/list-page'

const max = 255

type Props = {
  row: OwnedRow
  isPending: boolean
  error: Error | null
  onClose: () => void
  onExplained: (reason: string) => void
}

/** Asks what explains a row, so that it needs nobody any more. */
export function ExplainDialog({ row, isPending, error, onClose, onExplained }: Props) {
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isPending}
      initialFocus={field}
      title="Explain double payment"
      subtitle={`${row.buyer ?? `buyer …${row.buyerId.slice(-4)}`}, ${row.product ?? 'product unknown'}. The row is removed from the list for everybody, and the journal keeps the reason.`}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton
            variant="primary"
            sending={isPending}
            onClick={() => {
              setChecked(true)
              if (reason.trim() !== '') onExplained(reason.trim())
            }}
          >
            Mark as explained
          </SendingButton>
        </>
      }
    >
      <div className="grid gap-4">
        <Field
          label="Reason"
          hint="For example, that one of them was a service fee, or that both were ordered."
          error={isChecked && reason.trim() === '' ? 'Enter what explains it' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              ref={field}
              value={reason}
              dir="auto"
              autoComplete="off"
              maxLength={max}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {error && <ProblemNotice {...describeProblem(error)} />}
      </div>
    </Dialog>
  )
}
