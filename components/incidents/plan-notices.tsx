import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Incident } from '@/lib/incidents/incident'
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
