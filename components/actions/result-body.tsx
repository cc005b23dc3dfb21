'use client'

import { BeforeAfter } from '@/components/ui/before-after'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useClock } from '@/components/ui/use-clock'
import type { Action } from '@/lib/commands/action'
import { describeContradiction } from '@/lib/commands/action-words'
import type { Result } from '@/lib/commands/client/use-result'
import { problem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import { wordsNamed } from '@/lib/operations/words'
import { CommandFailureNotice } from './command-failure-notice'
import { DoneBody } from './done-body'
import { SettleStep } from './settle-step'
import { UnconfirmedBody } from './unconfirmed-body'
import { UndoStep } from './undo-step'
import type { ResultSteps } from './use-result-steps'

type Props = { result: Result; steps: ResultSteps; zone: string }

/** What became of an action, in the place of its form. */
export function ResultBody({ result, steps, zone }: Props) {
  return (
    <>
      {result.failure && <CommandFailureNotice failure={result.failure} note={noteOn(result)} isForm={false} />}
      <View result={result} steps={steps} zone={zone} />
    </>
  )
}

function View({ result, steps, zone }: Props) {
  const { action, error, view } = result
  if (!action) return <OutcomeAlone result={result} error={error} />
  if (view === 'unconfirmed' && steps.step === 'settle') return <SettleStep settle={result.settle} steps={steps} />
  if (view === 'unconfirmed' && steps.step === 'send-again')
    return result.isUnanswered ? null : <SendAgainStep action={action} steps={steps} />
  if (view === 'done' && steps.step === 'undo') return <UndoStep action={action} />
  switch (view) {
    case 'unconfirmed':
      return <UnconfirmedBody action={action} result={result} steps={steps} />
    case 'done':
      if (result.isUnanswered) return <MaybeUndone action={action} />
      return <DoneBody action={action} answered={result.answered} zone={zone} />
    case 'sent':
      return (
        <OutcomeNotice kind="unconfirmed" title="Still in progress">
          <p>Sent, but not answered yet. We’ll update this automatically.</p>
        </OutcomeNotice>
      )
    default:
      return <EndedBody action={action} />
  }
}

/** Its undo had no answer: what it did may not hold any more, so nothing is told of it. */
const MaybeUndone = ({ action: { words } }: { action: Action }) => (
  <OutcomeNotice kind="unconfirmed" title={`“${words}” may have been undone`}>
    <p>It was done, but we don’t know what became of its undo. Press Undo again to find out before you tell the customer.</p>
  </OutcomeNotice>
)

/** A refusal of a repeat may be the first one's success (faults, section 2). */
function noteOn({ action, failure, view }: Result): string | null {
  if (view !== 'unconfirmed' || !action) return null
  return wordsNamed(action.operation)?.refusedAgain?.(failure?.problem.status) ?? null
}

/** The outcome is known before its page of the journal is read, and where that cannot be read at all. */
function OutcomeAlone({ result: { view, refetch }, error }: { result: Result; error: Error | null }) {
  return (
    <>
      {view === 'done' && <OutcomeNotice kind="settled" title="Done" />}
      {view === 'unconfirmed' && <OutcomeNotice kind="unconfirmed" title="We do not know whether this was applied" />}
      {error ? (
        <ProblemNotice {...describeProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </>
  )
}

/** An action that ended otherwise than done: refused or not sent after all, or settled by somebody's word. */
function EndedBody({ action }: { action: Action }) {
  const { state, settledAs, settledByEvent, answer } = action
  const { zone } = useClock(Date.now())
  const contradiction = describeContradiction(action, zone)
  if (contradiction) {
    return (
      <OutcomeNotice kind="declined" title={contradiction.title}>
        <p>{contradiction.says}</p>
        <p>{contradiction.advice}</p>
      </OutcomeNotice>
    )
  }
  if (settledAs !== null) {
    return (
      <OutcomeNotice kind="settled" title={settledAs === 'happened' ? 'Settled as applied' : 'Settled as not applied'}>
        {settledByEvent ? (
          <p>The service told of the change by an event and confirmed it when it was asked. The journal records both.</p>
        ) : (
          <p>This action is no longer unconfirmed. The journal records that the answer was lost and who settled it.</p>
        )}
      </OutcomeNotice>
    )
  }
  const refusal = problem('invalid', answer?.detail ?? 'The service gave no reason.', {
    ...answer,
    uuid: answer?.uuid ?? undefined,
  })
  return (
    <CommandFailureNotice
      failure={{ kind: state === 'refused' ? 'refused' : 'not-sent', problem: refusal.problem, replayed: false }}
    />
  )
}

/** The second press of sending again: what it may lead to, and where that is not harmless, a word that the person knows. */
function SendAgainStep({ action: { words, sendAgain, effect }, steps }: { action: Action; steps: ResultSteps }) {
  if (!sendAgain.possible) {
    return (
      <OutcomeNotice kind="unconfirmed" title={`“${words}” can’t be sent again`}>
        <p>{sendAgain.why}</p>
      </OutcomeNotice>
    )
  }
  const { warning } = sendAgain
  const rows = (effect?.rows ?? []).filter(({ changes }) => changes)
  return (
    <>
      <OutcomeNotice kind="unconfirmed" title={`Send “${words}” again?`}>
        <p>{warning ?? 'Sending again sets the same state. If the first one was applied, nothing more changes.'}</p>
        <p>The journal records it as a separate action.</p>
      </OutcomeNotice>
      {rows.length > 0 && (
        <BeforeAfter
          before="Before"
          rows={rows.map((row) => ({ ...row, before: row.before ?? 'unknown', after: row.after ?? 'unknown' }))}
        />
      )}
      {warning !== null && (
        <label className="flex min-h-6 items-start gap-2 text-table max-sm:min-h-10">
          <input
            type="checkbox"
            checked={steps.isWarned}
            onChange={(event) => steps.setIsWarned(event.target.checked)}
            className="mt-0.5 size-4 accent-primary"
          />
          I’ve checked, and want to send this again.
        </label>
      )}
    </>
  )
}
