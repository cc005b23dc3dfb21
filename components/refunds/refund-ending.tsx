'use client'

import { useState } from 'react'
import { CardBody } from '@/components/ui/card-body'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SendingButton } from '@/components/ui/sending-button'
import { request } from '@/lib/client/request'
import type { ServiceProblem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import type { Refund } from '@/lib/refunds/refund'
import { useOnce } from './use-once'

type Props = { refund: Refund; onProblem: (problem: ServiceProblem | null) => void; onMoved: (refund: Refund) => void }
type Outcome = 'done' | 'failed'

/** What the provider made of it: done with its reference, or failed with a reason, and then it waits again. */
export function RefundEnding({ refund: { id, version, batchId }, onProblem, onMoved }: Props) {
  const [outcome, setOutcome] = useState<Outcome>('done')
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const ending = useOnce((actionId) => {
    const said = outcome === 'done' ? { reference: text.trim() } : { reason: text.trim() }
    return request<Refund>(routes.refundEnd(id), { actionId, body: { version, outcome, ...said } })
  }, onProblem)
  const isDone = outcome === 'done'
  const missing = isDone ? 'Enter the provider’s reference' : 'Enter why it failed'
  return (
    <CardBody className="grid gap-3 border-t">
      <SegmentedControl
        label="Result at the provider"
        value={outcome}
        onChange={setOutcome}
        segments={[
          { value: 'done', label: 'Done' },
          { value: 'failed', label: 'Failed' },
        ]}
        className="justify-self-start"
      />
      <Field
        label={isDone ? 'Provider’s reference' : 'Reason'}
        hint={
          isDone
            ? 'Copy it exactly as the provider shows it. This closes the refund request.'
            : 'The request returns to the queue for another decision.'
        }
        error={isChecked && text.trim() === '' ? missing : undefined}
      >
        {(control) => <Input {...control} value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />}
      </Field>
      <SendingButton
        variant="primary"
        sending={ending.isPending}
        onClick={() => {
          setChecked(true)
          if (text.trim() !== '') ending.mutate(undefined, { onSuccess: onMoved })
        }}
      >
        {isDone ? 'Mark done' : 'Mark failed'}
      </SendingButton>
      {batchId === null && <p className="text-meta text-muted">Not in a batch file yet.</p>}
    </CardBody>
  )
}
