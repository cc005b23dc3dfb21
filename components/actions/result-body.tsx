'use client'

import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { Result } from '@/lib/client/commands/use-result'
import { problemWords } from '@/lib/problem-words'
import { DoneBody } from './done-body'
import { EndedBody } from './ended-body'
import { SendAgainStep } from './send-again-step'
import { SettleStep } from './settle-step'
import { TroubleNotice } from './trouble-notice'
import { UnconfirmedBody } from './unconfirmed-body'
import { UndoStep } from './undo-step'
import type { ResultSteps } from './use-result-steps'

type Props = { result: Result; steps: ResultSteps; zone: string }

/** What became of an action, in the place of its form. */
export function ResultBody({ result, steps, zone }: Props) {
  return (
    <>
      {result.trouble && <TroubleNotice trouble={result.trouble} note={noteOn(result)} />}
      <View result={result} steps={steps} zone={zone} />
    </>
  )
}

function View({ result, steps, zone }: Props) {
  const { action, error, view } = result
  if (!action) return <OutcomeAlone result={result} error={error} />
  if (view === 'unconfirmed' && steps.step === 'settle') return <SettleStep settle={result.settle} steps={steps} />
  if (view === 'unconfirmed' && steps.step === 'send-again') return <SendAgainStep action={action} steps={steps} />
  if (view === 'done' && steps.step === 'undo') return <UndoStep action={action} />
  switch (view) {
    case 'unconfirmed':
      return <UnconfirmedBody {...{ action, result, steps }} />
    case 'done':
      return <DoneBody action={action} answered={result.answered} zone={zone} />
    case 'sent':
      return (
        <OutcomeNotice kind="unconfirmed" title="It is under way">
          <p>Sent, and not answered yet. This looks again by itself.</p>
        </OutcomeNotice>
      )
    default:
      return <EndedBody action={action} />
  }
}

/** A refusal of a repeat may be the first one's success (faults, section 2). */
function noteOn({ action, trouble, view }: Result): string | null {
  if (view !== 'unconfirmed' || !action) return null
  if (action.operation === 'changeBuyerEmail' && trouble?.problem.status === 409)
    return 'In use, possibly by this buyer after the first try: check.'
  return action.operation === 'downgradeSubscription' ? 'This proves nothing about the first try: check the product.' : null
}

/** The outcome is known before its page of the journal is read, and where that cannot be read at all. */
function OutcomeAlone({ result: { view, refetch }, error }: { result: Result; error: Error | null }) {
  return (
    <>
      {view === 'done' && <OutcomeNotice kind="settled" title="Done" />}
      {view === 'unconfirmed' && <OutcomeNotice kind="unconfirmed" title="We do not know whether this was applied" />}
      {error ? <ProblemNotice {...problemWords(error)} onRetry={() => void refetch()} /> : <Skeleton className="h-16 w-full" />}
    </>
  )
}
