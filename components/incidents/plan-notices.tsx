import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Incident } from '@/lib/incidents/incident'
import type { Editing } from './incident-view'
import type { Plan } from './use-plan'

type ChangedProps = { plan: Plan; change: NonNullable<Incident['edited']> }

/** Why nothing is previewed or asked for until this is settled. */
export const settleFirst = 'Load the other plan or keep your text first'

/** A colleague has changed the plan that is open in this form: theirs is loaded, or what is typed here is kept on purpose. */
export function PlanChanged({ plan, change }: ChangedProps) {
  return (
    <Notice
      kind="deferred"
      role="alert"
      actions={
        <>
          <Button size="small" onClick={plan.load}>
            {change.mine ? 'Load that plan' : 'Load their plan'}
          </Button>
          <Button size="small" variant="quiet" onClick={plan.keepTyped}>
            Keep my text
          </Button>
        </>
      }
    >
      <p>
        <b className="font-semibold">{change.mine ? 'You changed this plan in another tab' : `${change.by} changed this plan`}</b>{' '}
        <Time at={change.at} />, after you opened it. This form still shows your text.
      </p>
      <p className="text-ink-2">If you keep your text, your next preview replaces that plan.</p>
    </Notice>
  )
}

/** The plan went on while it was open in this form: what became of it, by whom, and the way out of the form. */
export function PlanMovedOn({ incident, editing }: { incident: Incident; editing: Editing }) {
  const { state, approval, run } = incident
  if (state === 'draft' || state === 'previewed' || (state === 'waiting' && editing.isBegun)) return null
  return (
    <Notice
      kind="deferred"
      role="alert"
      actions={
        <Button size="small" onClick={editing.leave}>
          Leave this form
        </Button>
      }
    >
      <p>
        {state === 'waiting' && approval !== null ? (
          <>
            <b className="font-semibold">{approval.askedBy} asked for approval of this plan</b> <Time at={approval.askedAt} />.
          </>
        ) : approval?.decidedBy && approval.decidedAt !== null ? (
          <>
            <b className="font-semibold">{approval.decidedBy} approved this plan</b> <Time at={approval.decidedAt} />, so it can’t
            be changed any more.
          </>
        ) : (
          <b className="font-semibold">
            {run === null ? 'This plan was discarded' : 'This plan has begun'}, so it can’t be changed any more.
          </b>
        )}
      </p>
      <p className="text-ink-2">
        {incident.may.edit === null
          ? 'Your next preview takes that request back.'
          : 'Your text isn’t saved. Copy what you need before you leave this form.'}
      </p>
    </Notice>
  )
}
