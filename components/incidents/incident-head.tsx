import { ChevronRight, Download } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { SendingButton } from '@/components/ui/sending-button'
import * as routes from '@/lib/core/routes'
import type { CommandOffer } from '@/lib/incidents/command'
import type { Incident } from '@/lib/incidents/incident'
import { formatTargets, targetKind } from '@/lib/incidents/incident-words'
import { IncidentStateBadge } from './incident-state'
import { RunControls } from './run-controls'
import type { Step } from './use-step'

export const plans: readonly Incident['state'][] = ['draft', 'previewed']
export const ends: readonly Incident['state'][] = ['done', 'stopped', 'closed']

type HeadProps = { incident: Incident; offers: readonly CommandOffer[]; children: ReactNode }

/** What an incident does, where it stands, and beside it its next steps. */
export function Head({ incident, offers, children }: HeadProps) {
  const { words, state, reason, ticket, rows, command, inverseOf } = incident
  return (
    <div className="mb-4 flex items-end gap-4 max-sm:flex-col max-sm:items-stretch max-sm:gap-3">
      <div className="min-w-0 flex-auto">
        <p className="flex items-center gap-1 text-meta text-muted">
          <Link href="/incidents" className="hover:underline">
            Incidents
          </Link>
          <Icon of={ChevronRight} size={12} />
          {ticket ?? incident.id.slice(0, 8)}
        </p>
        <div className="flex flex-wrap items-center gap-x-2.5">
          <h1 tabIndex={-1} className="font-semibold text-title outline-none">
            {words}
          </h1>
          <IncidentStateBadge state={state} />
        </div>
        <p className="text-muted wrap-anywhere">
          {formatTargets(rows, targetKind(offers, command))}. “{reason}”
          {inverseOf !== null && (
            <>
              {' '}
              <Link href={`/incidents/${inverseOf}`} className="text-accent underline">
                Undoes an earlier incident
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-none flex-wrap gap-2">{children}</div>
    </div>
  )
}

/** The next steps of an incident, at the head of its page. */
export function Actions({ incident, step }: { incident: Incident; step: Step }) {
  const { id, state, may, run } = incident
  const isSending = (name: string) => step.isPending && step.variables.step === name
  if (state === 'waiting')
    return (
      <>
        <AskAgain incident={incident} step={step} />
        {run !== null && <RunControls incident={incident} step={step} />}
      </>
    )
  if (state === 'closed' && run === null) return null
  if (plans.includes(state))
    return may.close === null ? (
      <SendingButton sending={isSending('close')} onClick={() => step.mutate({ step: 'close' })}>
        Discard
      </SendingButton>
    ) : null
  if (state === 'approved')
    return (
      <>
        <AskAgain incident={incident} step={step} />
        <SendingButton
          variant="primary"
          sending={isSending('start')}
          onClick={() => step.mutate({ step: 'start' })}
          {...(may.start !== null && { disabledBecause: may.start })}
        >
          Start the pilot
        </SendingButton>
      </>
    )
  if (!ends.includes(state))
    return (
      <>
        <AskAgain incident={incident} step={step} />
        <RunControls incident={incident} step={step} />
      </>
    )
  return (
    <>
      <a href={routes.incidentResults(id)} download className={buttonClass()}>
        <Icon of={Download} size={14} />
        Results CSV
      </a>
      {state !== 'closed' && (
        <SendingButton
          sending={isSending('close')}
          onClick={() => step.mutate({ step: 'close' })}
          {...(may.close !== null && { disabledBecause: may.close })}
        >
          Close
        </SendingButton>
      )}
    </>
  )
}

/** An approval that has expired, or that a run has used up by pausing three times, is asked for again; or by its planner in a colleague's place. */
function AskAgain({ incident, step }: { incident: Incident; step: Step }) {
  if (incident.may.ask !== null) return null
  return (
    <SendingButton sending={step.isPending && step.variables.step === 'ask'} onClick={() => step.mutate({ step: 'ask' })}>
      Ask for approval
    </SendingButton>
  )
}
