import { OutcomeNotice } from '@/components/ui/outcome-notice'
import type { Action } from '@/lib/action'
import { problem } from '@/lib/problem'
import { TroubleNotice } from './trouble-notice'

/** An action that ended otherwise than done: refused or not sent after all, or settled by somebody's word. */
export function EndedBody({ action: { state, settledAs, answer } }: { action: Action }) {
  if (settledAs !== null) {
    return (
      <OutcomeNotice kind="settled" title={settledAs === 'happened' ? 'Settled: it happened' : 'Settled: it did not happen'}>
        <p>It is off your desk. The journal keeps that its answer was lost, and who settled it.</p>
      </OutcomeNotice>
    )
  }
  const told = problem('invalid', answer?.detail ?? 'No reason was given.', { ...answer })
  return (
    <TroubleNotice trouble={{ kind: state === 'refused' ? 'refused' : 'not-sent', problem: told.problem, replayed: false }} />
  )
}
