import { Pause, Play, Square } from 'lucide'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { DialogOnDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { usePageKeys } from '@/components/ui/use-page-keys'
import { describeProblem } from '@/lib/core/problem-words'
import type { Incident } from '@/lib/incidents/incident'
import { plural } from '@/lib/incidents/incident-words'
import { PausedTakeOver } from './paused-notice'
import { problemOf, type Step } from './use-step'

type Props = { incident: Incident; step: Step }

/** Stop, and Pause as the first button while it runs, or Resume while it's paused. Everyone may pause, by one press. */
export function RunControls({ incident, step }: Props) {
  const { state, may } = incident
  const [asks, setAsks] = useState<'resume' | 'stop' | null>(null)
  // Its answer was lost, and the page shows by now that it was taken.
  if (asks !== null && step.seen === asks) setAsks(null)
  const open = (dialog: 'resume' | 'stop') => {
    if (!step.isPending) step.reset()
    setAsks(dialog)
  }
  const isSending = (name: string) => step.isPending && step.variables.step === name
  const pause = () => {
    if (may.pause === null && !step.isPending) step.mutate({ step: 'pause' })
  }
  usePageKeys({ p: pause })
  const isMoving = state === 'running' || state === 'pilot'
  return (
    <>
      <Button variant="danger-quiet" onClick={() => open('stop')} {...(may.stop !== null && { disabledBecause: may.stop })}>
        <Icon of={Square} size={14} />
        Stop
      </Button>
      {isMoving && (
        <Button
          variant="primary"
          aria-busy={isSending('pause') || undefined}
          aria-keyshortcuts="P"
          onClick={pause}
          {...(may.pause !== null && { disabledBecause: may.pause })}
        >
          <Icon of={Pause} size={14} />
          Pause
          <Kbd>P</Kbd>
        </Button>
      )}
      {(state === 'paused' || state === 'look') && <PausedTakeOver incident={incident} step={step} />}
      {state === 'paused' && (
        <Button variant="primary" onClick={() => open('resume')} {...(may.resume !== null && { disabledBecause: may.resume })}>
          <Icon of={Play} size={14} />
          Resume
        </Button>
      )}
      {asks === 'stop' && <StopDialog incident={incident} step={step} onClose={() => setAsks(null)} />}
      {asks === 'resume' && <ResumeDialog incident={incident} step={step} onClose={() => setAsks(null)} />}
    </>
  )
}

type DialogProps = Props & { onClose: () => void }

function StopDialog({ incident, step, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const problem = problemOf(step, 'stop')
  const waiting = incident.run?.counts.ready ?? 0
  return (
    <DialogOnDemand
      open
      onOpenChange={onClose}
      busy={step.isPending}
      title="Stop the run"
      subtitle={`${plural(waiting, 'row', 'rows')} won’t be sent.`}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton
            variant="danger"
            sending={step.isPending}
            onClick={() => step.mutate({ step: 'stop', body: { reason: reason.trim() || null } }, { onSuccess: onClose })}
          >
            Stop
          </SendingButton>
        </>
      }
    >
      <p className="text-table">
        A stop is final. What’s being sent now still ends, and what’s done stays done. You can plan the rest again from this page.
      </p>
      <Field label="Reason" aside="optional">
        {(control) => <Input {...control} value={reason} maxLength={255} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      {problem && <ProblemNotice {...describeProblem(problem)} />}
    </DialogOnDemand>
  )
}

function ResumeDialog({ incident, step, onClose }: DialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const problem = problemOf(step, 'resume')
  const isMissing = reason.trim() === ''
  return (
    <DialogOnDemand
      open
      onOpenChange={onClose}
      busy={step.isPending}
      initialFocus={field}
      title="Resume the run"
      subtitle={`${plural(incident.run?.counts.ready ?? 0, 'row waits', 'rows wait')} to be sent.`}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton
            variant="primary"
            sending={step.isPending}
            onClick={() => {
              setTried(true)
              if (!isMissing) step.mutate({ step: 'resume', body: { reason: reason.trim() } }, { onSuccess: onClose })
            }}
          >
            Resume
          </SendingButton>
        </>
      }
    >
      <Field label="Reason" error={tried && isMissing ? 'Enter a reason' : undefined}>
        {(control) => (
          <Input {...control} ref={field} value={reason} maxLength={255} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      {problem && <ProblemNotice {...describeProblem(problem)} />}
    </DialogOnDemand>
  )
}
