import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import type { Refund } from '@/lib/refunds/refund'
import { refundStepNote, refundStepWords, stepKinds } from '@/lib/refunds/refund-step-words'

/** Past and remaining steps of a refund. */
export function RefundSteps({ refund: { steps, state } }: { refund: Refund }) {
  const ahead = {
    waiting: ['Decision by somebody other than the requester', 'Refund made and provider reference recorded'],
    approved: ['Refund made and provider reference recorded'],
    done: [],
    refused: [],
  }[state]
  return (
    <ol aria-label="Steps" className="grid gap-2 text-table">
      {steps.map((step) => {
        const kind = step.kind === 'asked' ? 'settled' : stepKinds[step.kind]
        const note = refundStepNote(step)
        return (
          <li key={step.at + step.kind} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5">
            <StateNode {...(kind && { kind })} />
            <span className="min-w-0">
              {refundStepWords(step)} by {step.mine ? 'you' : step.person}
            </span>
            <Time at={step.at} align="end" className="text-meta text-muted" />
            {note !== null && <span className="col-start-2 text-meta text-muted wrap-anywhere">{note}</span>}
          </li>
        )
      })}
      {ahead.map((words) => (
        <li key={words} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-x-2.5 text-muted">
          <StateNode kind="neutral" />
          {words}
        </li>
      ))}
    </ol>
  )
}
