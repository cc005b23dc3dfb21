import { Notice } from '@/components/ui/notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import type { Incident } from '@/lib/incidents/incident'
import { pausedLabels } from '@/lib/incidents/incident-words'
import type { Step } from './use-step'

/** Why a run stands still, since when, and what it takes to go on. */
export function PausedNotice({ incident: { state, run, may, approval } }: { incident: Incident }) {
  const paused = run?.paused
  if (!paused) return null
  const declined = state === 'paused' && approval?.state === 'declined' ? approval : null
  return (
    <Notice kind="deferred" role="alert" className="mb-4">
      <b className="font-semibold">
        {pausedLabels[paused.as]}
        {paused.by !== null && ` by ${paused.by}`}
      </b>
      {', '}
      <Time at={paused.at} />. {paused.why?.replace(/\.?$/, '.')}
      {declined && (
        <span className="block">
          {declined.decidedBy} declined to approve it again{declined.note === null ? '.' : `: “${declined.note}”`}
        </span>
      )}
      {state === 'paused' && may.resume !== null && <span className="block text-ink-2">{may.resume}</span>}
    </Notice>
  )
}

/** The way for somebody else to have the rest sent in their name. */
export function PausedTakeOver({ incident: { may }, step }: { incident: Incident; step: Step }) {
  if (may['take-over'] !== null) return null
  return (
    <SendingButton
      sending={step.isPending && step.variables.step === 'take-over'}
      tip="The rest is sent in your name"
      onClick={() => step.mutate({ step: 'take-over' })}
    >
      Take over
    </SendingButton>
  )
}
