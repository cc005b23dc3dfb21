'use client'

import { useState } from 'react'
import { CardBody } from '@/components/ui/card-body'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SendingButton } from '@/components/ui/sending-button'
import { deskPost } from '@/lib/client/desk-post'
import type { ServiceProblem } from '@/lib/problem'
import type { Refund } from '@/lib/refunds/refund'
import { useOnce } from './use-once'

type Props = { refund: Refund; onTold: (told: ServiceProblem | null) => void }
type Outcome = 'done' | 'failed'

/** What the provider made of it: done with its reference, or failed with a reason, and then it waits again. */
export function RefundEnding({ refund: { id, version, batchId }, onTold }: Props) {
  const [outcome, setOutcome] = useState<Outcome>('done')
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const ending = useOnce((actionId) => {
    const said = outcome === 'done' ? { reference: text.trim() } : { reason: text.trim() }
    return deskPost<Refund>(`/api/desk/refunds/${id}/end`, { actionId, body: { version, outcome, ...said } })
  }, onTold)
  const isDone = outcome === 'done'
  const missing = isDone ? 'Give the provider’s reference' : 'Say why it failed'
  return (
    <CardBody className="grid gap-3 border-t">
      <SegmentedControl
        label="What the provider made of it"
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
        hint={isDone ? 'As the provider shows it. It ends the refund.' : 'It goes back into the queue, to be decided again.'}
        error={isChecked && text.trim() === '' ? missing : undefined}
      >
        {(control) => <Input {...control} value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />}
      </Field>
      <SendingButton
        variant="primary"
        sending={ending.isPending}
        onClick={() => {
          setChecked(true)
          if (text.trim() !== '') ending.mutate(undefined)
        }}
      >
        {isDone ? 'Mark done' : 'Mark failed'}
      </SendingButton>
      {batchId === null && <p className="text-meta text-muted">No file for the provider holds it yet.</p>}
    </CardBody>
  )
}
