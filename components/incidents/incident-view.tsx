'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useAnnounced } from '@/components/ui/use-announced'
import { useFocusStays } from '@/components/ui/use-focus-stays'
import { describeProblem } from '@/lib/core/problem-words'
import type { Role } from '@/lib/core/roles'
import { incidentQuery } from '@/lib/incidents/client/incident-queries'
import type { CommandOffer } from '@/lib/incidents/command'
import type { Incident } from '@/lib/incidents/incident'
import { goingOf, pausedLabels, plural, stateLabels } from '@/lib/incidents/incident-words'
import { Actions, ends, Head, plans } from './incident-head'
import { stepsOf } from './incident-steps'
import { PausedNotice } from './paused-notice'
import { StepStrip } from './step-strip'
import { problemOf, type Step, useStep } from './use-step'

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

const undecided: readonly Incident['state'][] = ['waiting', 'approved']

type ShownProps = Omit<Props, 'id'> & { incident: Incident }

function Shown({ merchant, incident, offers, rateMax, role }: ShownProps) {
  const step = useStep(merchant, incident)
  const { state, run } = incident
  const editing = useEditing(state)
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
      <StepProblem step={step} incident={incident} />
      {editing.isOpen ? (
        <PlanEditor
          merchant={merchant}
          incident={incident}
          offers={offers}
          rateMax={rateMax}
          askOf={(notYet) => <Ask step={step} notYet={notYet} />}
          editing={editing}
        />
      ) : undecided.includes(state) || run === null ? (
        <PlanShown merchant={merchant} offers={offers} incident={incident} step={step} onEdit={editing.begin} />
      ) : isEnd ? (
        <EndView merchant={merchant} incident={incident} run={run} step={step} role={role} />
      ) : (
        <RunView merchant={merchant} incident={incident} run={run} step={step} />
      )}
    </div>
  )
}

/** Whether the plan is open in its form: what is typed stays there, whatever becomes of the incident meanwhile, until it's left. */
function useEditing(state: Incident['state']) {
  const [isBegun, setBegun] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const isPlan = plans.includes(state)
  if (isPlan && isBegun) setBegun(false)
  return {
    isOpen: isPlan || isBegun || isTyped,
    /** It was opened to change what a colleague has before them. */
    isBegun,
    begin: () => setBegun(true),
    onTyped: setTyped,
    leave() {
      setBegun(false)
      setTyped(false)
    },
  }
}

export type Editing = ReturnType<typeof useEditing>

/** What a screen reader is told of the incident as it goes on. */
function describeProgress(incident: Incident): string {
  const { run, preview } = incident
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
  return `${announced(incident)}. ${sums.join(', ')}.`
}

function announced({ state, pausedAs, run }: Incident): string {
  if (state === 'paused' && pausedAs !== null) return pausedLabels[pausedAs]
  if (state === 'pilot') return 'The pilot is running'
  if (state === 'look') return 'The pilot has been sent and waits to be looked at'
  return `The ${run === null ? 'plan' : 'run'} is ${stateLabels[state]}`
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
function StepProblem({ step, incident }: { step: Step; incident: Incident }) {
  const problem = problemOf(step, 'start', 'pause', 'close', 'ask', 'take-over', 'rate')
  if (problem) return <ProblemNotice {...describeProblem(problem)} className="mb-4" />
  if (step.seen === null) return null
  return (
    <Notice kind="neutral" role="status" className="mb-4">
      The answer was lost, so we looked again. {announced(incident)}.
    </Notice>
  )
}
