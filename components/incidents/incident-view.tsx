'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Download } from 'lucide'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useAnnounced } from '@/components/ui/use-announced'
import { useFocusStays } from '@/components/ui/use-focus-stays'
import { describeProblem } from '@/lib/core/problem-words'
import type { Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { incidentQuery } from '@/lib/incidents/client/incident-queries'
import type { CommandOffer } from '@/lib/incidents/command'
import type { Incident } from '@/lib/incidents/incident'
import { formatTargets, goingOf, pausedLabels, plural, stateLabels, targetKind } from '@/lib/incidents/incident-words'
import { IncidentStateBadge } from './incident-state'
import { stepsOf } from './incident-steps'
import { PausedNotice } from './paused-notice'
import { RunControls } from './run-controls'
import { StepStrip } from './step-strip'
import { type Step, useStep } from './use-step'

// Each state has one of them.
const PlanEditor = dynamic(() => import('./plan-editor').then((file) => file.PlanEditor))
const PlanShown = dynamic(() => import('./plan-shown').then((file) => file.PlanShown))
const RunView = dynamic(() => import('./run-view').then((file) => file.RunView))
const EndView = dynamic(() => import('./end-view').then((file) => file.EndView))

type Props = { merchant: string; id: string; offers: readonly CommandOffer[]; rateMax: number; role: Role }

/** One incident, from its plan to its end, on one page. */
export function IncidentView({ id, ...props }: Props) {
  const { data, error, refetch } = useQuery(incidentQuery(props.merchant, id))
  if (data) return <Shown incident={data} {...props} />
  if (error) return <ProblemNotice {...describeProblem(error)} onRetry={() => void refetch()} />
  return <SkeletonRows rows={6} />
}

const plans: readonly Incident['state'][] = ['draft', 'previewed']
const undecided: readonly Incident['state'][] = ['waiting', 'approved']
const ends: readonly Incident['state'][] = ['done', 'stopped', 'closed']

type ShownProps = Omit<Props, 'id'> & { incident: Incident }

function Shown({ merchant, incident, offers, rateMax, role }: ShownProps) {
  const step = useStep(merchant, incident)
  const [editing, setEditing] = useState<number | null>(null)
  const { state, run, version } = incident
  const isPlan = plans.includes(state) || editing === version
  const isEnd = ends.includes(state)
  const isDiscarded = state === 'closed' && run === null
  const said = useAnnounced(describeProgress(incident), `${state} ${incident.pausedAs}`)
  const staying = useFocusStays('heading')
  const isAsked = incident.making !== null
  useEffect(() => {
    // The button that asked for the preview stood on the page before.
    if (isAsked && document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus()
  }, [isAsked])
  return (
    <div {...staying}>
      <Head incident={incident} offers={offers}>
        <Actions incident={incident} step={step} />
      </Head>
      <p role="status" className="sr-only">
        {said}
      </p>
      {!plans.includes(state) && !isDiscarded && <StepStrip steps={stepsOf(incident)} />}
      {run?.paused && <PausedNotice incident={incident} />}
      <StepProblem step={step} />
      {isPlan ? (
        <PlanEditor
          key={editing ?? 'plan'}
          merchant={merchant}
          incident={incident}
          offers={offers}
          rateMax={rateMax}
          askOf={(notYet) => <Ask step={step} notYet={notYet} />}
        />
      ) : undecided.includes(state) || run === null ? (
        <PlanShown merchant={merchant} offers={offers} incident={incident} step={step} onEdit={() => setEditing(version)} />
      ) : isEnd ? (
        <EndView merchant={merchant} incident={incident} run={run} step={step} role={role} />
      ) : (
        <RunView merchant={merchant} incident={incident} run={run} step={step} />
      )}
    </div>
  )
}

/** What a screen reader is told of the incident as it goes on. */
function describeProgress({ state, run, pausedAs, preview }: Incident): string {
  if (run === null) return ''
  const { counts } = run
  const all = preview?.counts['will-change'] ?? goingOf(run)
  const parts: [count: number, words: string][] = [
    [counts.refused, 'refused'],
    [counts.unconfirmed, 'unconfirmed'],
    [counts.moved, 'moved'],
    [counts['not-sent'], 'not sent'],
    [all - goingOf(run), 'left out'],
  ]
  const others = parts.filter(([count, words]) => count > 0 || ['refused', 'unconfirmed'].includes(words))
  const number = (count: number) => count.toLocaleString('en')
  const sums = [
    `${number(counts.done)} of ${plural(all, 'row', 'rows')} done`,
    ...others.map(([count, words]) => `${number(count)} ${words}`),
  ]
  return `${announced(state, pausedAs)}. ${sums.join(', ')}.`
}

function announced(state: Incident['state'], pausedAs: Incident['pausedAs']): string {
  if (state === 'paused' && pausedAs !== null) return pausedLabels[pausedAs]
  if (state === 'pilot') return 'The pilot is running'
  return state === 'look' ? 'The pilot has been sent and waits to be looked at' : `The run is ${stateLabels[state]}`
}

type HeadProps = Pick<ShownProps, 'incident' | 'offers'> & { children: ReactNode }

function Head({ incident, offers, children }: HeadProps) {
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
function Actions({ incident, step }: { incident: Incident; step: Step }) {
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

function Ask({ step, notYet }: { step: Step; notYet: string | null }) {
  return (
    <>
      <span className="text-meta text-muted">A second person decides on exactly this.</span>
      <SendingButton
        variant="primary"
        sending={step.isPending && step.variables.step === 'ask'}
        onClick={() => step.mutate({ step: 'ask' })}
        {...(notYet !== null && { disabledBecause: notYet })}
      >
        Ask for approval
      </SendingButton>
    </>
  )
}

/** Steps that are taken at the head of the page say there why they weren't; the others say it at themselves. */
const ofHead: readonly string[] = ['start', 'pause', 'close', 'ask', 'take-over', 'rate']

function StepProblem({ step }: { step: Step }) {
  if (!step.error || !ofHead.includes(step.variables?.step ?? '')) return null
  return <ProblemNotice {...describeProblem(step.error)} className="mb-4" />
}
