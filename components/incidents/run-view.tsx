import { CircleCheck, CircleQuestionMark, CircleX, Hourglass, type IconNode, Radio } from 'lucide'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { type Segment, SegmentedControl } from '@/components/ui/segmented-control'
import { Time } from '@/components/ui/time'
import { cn } from '@/lib/core/cn'
import { type BreakerGauge, isSwitch } from '@/lib/incidents/breaker'
import type { RowsOf } from '@/lib/incidents/client/incident-queries'
import type { Incident, IncidentRow, IncidentRun, RowState } from '@/lib/incidents/incident'
import { formatSpan, goingOf, limitLabels } from '@/lib/incidents/incident-words'
import { IncidentRows } from './incident-rows'
import { type LimitShown, LimitsCard } from './limits-card'
import { type BarPart, OutcomeBar } from './outcome-bar'
import { PilotCard } from './pilot-card'
import { RateChoice } from './rate-choice'
import type { Step } from './use-step'

type Props = { merchant: string; incident: Incident; run: IncidentRun; step: Step }

/** A run as it goes: what rows came to, those that need a look, how near each limit is, and the pilot. */
export function RunView({ merchant, incident, run, step }: Props) {
  const { pilot } = incident
  const isLook = incident.state === 'look'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <RunCard incident={incident} run={run} step={step} />
        <RunRows merchant={merchant} incident={incident} run={run} />
      </div>
      <div className={cn('grid min-w-0 items-start gap-4 md:max-lg:grid-cols-2', isLook && 'max-lg:order-first')}>
        {pilot && isLook && <PilotCard incident={incident} pilot={pilot} step={step} />}
        <LimitsCard limits={run.breaker.map(limitShown)} />
        {pilot && !isLook && <PilotCard incident={incident} pilot={pilot} step={step} />}
        <p className="text-meta text-muted md:max-lg:col-span-2">
          Everyone can pause a run. Resuming needs a reason, and after the third automatic pause a second person approves again.
        </p>
      </div>
    </div>
  )
}

/** How many rows came to what, in their order; together they are all rows that go or stay. */
const outcomes: { state: RowState; look: BarPart['look']; words: string; icon: IconNode | null; tone: string }[] = [
  { state: 'done', look: 'settled', words: 'done', icon: CircleCheck, tone: 'text-settled' },
  { state: 'refused', look: 'declined', words: 'refused', icon: CircleX, tone: 'text-declined' },
  { state: 'unconfirmed', look: 'unconfirmed', words: 'unconfirmed', icon: CircleQuestionMark, tone: 'text-unconfirmed' },
  { state: 'moved', look: 'deferred', words: 'moved', icon: Hourglass, tone: 'text-deferred' },
  { state: 'claimed', look: 'wire', words: 'being sent', icon: Radio, tone: 'text-accent' },
  { state: 'not-sent', look: 'quiet', words: 'not sent', icon: null, tone: '' },
  { state: 'ready', look: 'rest', words: 'waiting', icon: null, tone: '' },
]
const leftOut: (typeof outcomes)[number] = { state: 'left-out', look: 'quiet', words: 'left out', icon: null, tone: '' }
const alwaysShown: readonly RowState[] = ['done', 'refused', 'unconfirmed', 'ready']

export function RunCard({ incident, run, step }: { incident: Incident; run: IncidentRun; step: Step }) {
  const { counts, speed, leftMs } = run
  const all = goingOf(run)
  const ended = all - counts.ready - counts.claimed - counts.planned
  return (
    <Card aria-label="Outcome">
      <CardBody className="grid gap-3">
        <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
          <b className="font-semibold text-total">{ended.toLocaleString('en')}</b> of {all.toLocaleString('en')}
          <span className="flex flex-wrap items-center gap-x-2 text-meta text-muted sm:ml-auto">
            {[
              speed !== null && `${speed.toFixed(1)} a second`,
              leftMs !== null && leftMs > 0 && `about ${formatSpan(leftMs)} to go`,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </p>
        <OutcomeBar parts={outcomes.map(({ state, look, words }) => ({ look, words, count: counts[state] }))} />
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <Figures counts={counts} />
          {run.pace && <PaceBars pace={run.pace} />}
        </div>
        <RateChoice incident={incident} step={step} />
      </CardBody>
    </Card>
  )
}

/** How many rows ended in each ten seconds of the last two minutes. */
function PaceBars({ pace: { from, counts } }: { pace: NonNullable<IncidentRun['pace']> }) {
  const highest = Math.max(1, ...counts)
  const label = `Rows in each ten seconds, oldest first: ${counts.join(', ')}`
  return (
    <figure className="grid w-54 max-w-full gap-0.5">
      <div role="img" aria-label={label} className="flex h-8 items-end gap-0.5 border-line-strong border-b">
        {counts.map((count, at) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a time have no identity but their place.
            key={at}
            className="max-w-4 flex-1 rounded-t-bar bg-chart-2"
            style={{ height: `${(count / highest) * 100}%` }}
          />
        ))}
      </div>
      <figcaption className="flex justify-between text-meta text-muted tabular-nums">
        <Time at={from} align="start" />
        <span>per 10 s</span>
      </figcaption>
    </figure>
  )
}

/** `isOver`: nothing waits any more, and what was left out counts, so that the numbers add up to what was given. */
export function Figures({ counts, isOver = false }: { counts: Record<RowState, number>; isOver?: boolean }) {
  const shown = (isOver ? [...outcomes, leftOut] : outcomes).filter(
    ({ state }) => counts[state] > 0 || (alwaysShown.includes(state) && !(isOver && state === 'ready')),
  )
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {shown.map(({ state, words, icon, tone }) => (
        <div key={state} className="flex flex-col-reverse">
          <dt className="flex items-center gap-1.5 text-meta text-muted">
            {icon && <Icon of={icon} size={12} className={tone} />}
            {words}
          </dt>
          <dd className="font-semibold text-total tabular-nums">{counts[state].toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}

type Shown = 'refused' | 'unconfirmed' | 'moved' | 'not-sent' | 'left-out' | 'done' | 'all'

/** Rows by what became of them; first those that need somebody. */
export function RunRows({ merchant, incident, run }: { merchant: string; incident: Incident; run: IncidentRun }) {
  const { counts } = run
  const needs = (['unconfirmed', 'refused', 'moved', 'not-sent', 'left-out'] as const).filter((state) => counts[state] > 0)
  const [chosen, choose] = useState<Shown | null>(null)
  const shown = chosen ?? needs[0] ?? 'all'
  const segments: Segment<Shown>[] = [
    ...needs.map((state) => ({ value: state, label: segmentLabels[state], count: counts[state] })),
    { value: 'done', label: 'Done', count: counts.done },
    { value: 'all', label: 'All', count: incident.rows },
  ]
  const of: RowsOf = shown === 'all' ? {} : { state: shown }
  return (
    <Card aria-labelledby="rows">
      <CardHead title="Rows" id="rows">
        <div className="-m-0.5 max-w-full overflow-x-auto p-0.5">
          <SegmentedControl label="Rows by outcome" segments={segments} value={shown} onChange={choose} />
        </div>
      </CardHead>
      <IncidentRows
        hasRun
        merchant={merchant}
        incidentId={incident.id}
        of={of}
        counted={shown === 'all' ? run.counts.ready : counts[shown]}
        label="Rows"
        actionOf={entryLink}
      />
    </Card>
  )
}

const segmentLabels = {
  unconfirmed: 'Unconfirmed',
  refused: 'Refused',
  moved: 'Moved',
  'not-sent': 'Not sent',
  'left-out': 'Left out',
}

/** An unconfirmed row is settled like any other action, in the journal, which also tells all that the service said of a refused one. */
function entryLink({ state, settled, actionId }: IncidentRow): ReactNode {
  const words = state === 'refused' ? 'Show refusal' : state === 'unconfirmed' && settled === null ? 'Settle' : null
  if (words === null || actionId === null) return null
  return (
    <Link href={`/journal?entry=${actionId}`} prefetch={false} className={buttonClass({ size: 'small' })}>
      {words}
    </Link>
  )
}

function limitShown({ limit, count, at }: BreakerGauge): LimitShown {
  const words = limitLabels[limit]
  const isReached = count >= at
  if (isSwitch.includes(limit)) return { words, value: count > 0 ? 'yes' : 'no', full: count > 0 ? 1 : 0, parts: 1, isReached }
  if (limit === 'refused-of-all') {
    const full = count === 0 ? 0 : Math.max(1, Math.min(4, Math.floor((count / at) * 4)))
    return { words, value: `${(count / 10).toFixed(1)} of ${at / 10}%`, full, parts: 4, isReached }
  }
  return { words, value: `${count} of ${at}`, full: Math.min(count, at), parts: at, isReached }
}
