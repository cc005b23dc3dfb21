import { Time } from '@/components/ui/time'
import { type Incident, type IncidentState, pilotRows } from '@/lib/incidents/incident'
import { formatSpan, plural } from '@/lib/incidents/incident-words'
import type { IncidentStep } from './step-strip'

const order: Record<IncidentState, number> = {
  draft: 0,
  previewed: 0,
  waiting: 1,
  approved: 2,
  pilot: 2,
  look: 2,
  running: 3,
  paused: 3,
  done: 5,
  stopped: 4,
  closed: 5,
}

/** The five steps of an incident with who took each and when. */
export function stepsOf(incident: Incident): IncidentStep[] {
  const { state, plannedBy, madeAt, approval, run } = incident
  const isBegun = run !== null && (state === 'paused' || state === 'waiting')
  const at = isBegun ? (isInPilot(incident) ? 2 : 3) : order[state]
  const stateOf = (place: number): IncidentStep['state'] => {
    if (isBegun && place === 1 && approval?.state !== 'approved') return 'held'
    if (place === 3 && state === 'stopped' && !wentOn(incident)) return 'next'
    if (place < at) return 'did'
    if (place > at) return 'next'
    if (state === 'paused' || state === 'waiting') return 'held'
    return 'now'
  }
  const texts: Omit<IncidentStep, 'state'>[] = [
    { title: 'Planned', says: [<Time key="at" at={madeAt} />, plannedBy] },
    approvalOf(incident),
    { title: pilotTitle(incident), says: pilotSays(incident) },
    { title: isBegun && at === 3 ? 'Paused' : 'Running', says: runSays(incident) },
    {
      title: state === 'stopped' ? 'Stopped' : state === 'done' ? 'Finished' : 'Closed',
      says: run?.endedAt ? [<Time key="at" at={run.endedAt} />] : ['results, undo'],
    },
  ]
  return texts.map((text, place) => ({ ...text, state: state === 'stopped' && place === 4 ? 'ended' : stateOf(place) }))
}

/** Whether the pilot's rows are still to be sent. */
const isInPilot = ({ pilot }: Incident): boolean => pilot !== null && !pilot.over

/** Of a run that has ended the last approval, whatever was asked for after it. */
function approvalOf({ approval, run }: Incident): Omit<IncidentStep, 'state'> {
  const last = run?.decisions.findLast(({ as }) => as === 'approved')
  if (last) return { title: 'Approved', says: [<Time key="at" at={last.at} />, last.by] }
  if (!approval?.decidedAt) return { title: 'Approval', says: ['waits for a second person'] }
  const title = approval.state === 'declined' ? 'Declined' : 'Approved'
  return { title, says: [<Time key="at" at={approval.decidedAt} />, approval.decidedBy] }
}

function pilotSays({ state, pilot, approval, run }: Incident): IncidentStep['says'] {
  if (pilot === null) return state === 'approved' && approval?.startUntil ? ['ready to start'] : ['three rows first']
  const done = pilot.rows.filter((row) => row.state === 'done').length
  if (!pilot.over && run?.endedAt == null && state !== 'pilot')
    return [run?.paused?.by ? `paused by ${run.paused.by}` : 'paused automatically']
  return [
    pilot.over || run?.endedAt ? `${plural(done, 'row', 'rows')} done` : 'being sent',
    pilot.lookedAt === null ? (state === 'look' ? 'waits to be looked at' : null) : `looked at by ${pilot.lookedBy}`,
  ].filter((line) => line !== null)
}

const pilotTitle = ({ pilot, preview }: Incident): string =>
  `Pilot of ${pilot?.rows.length ?? Math.min(pilotRows, preview?.counts['will-change'] ?? pilotRows)}`

/** Whether more than the pilot was sent. */
function wentOn({ run, pilot }: Incident): boolean {
  const sent = (['done', 'refused', 'unconfirmed', 'moved', 'not-sent'] as const).map((each) => run?.counts[each] ?? 0)
  return sent.reduce((sum, each) => sum + each, 0) > (pilot?.rows.length ?? 0)
}

function runSays(incident: Incident): IncidentStep['says'] {
  const { run, state, pilot } = incident
  if (state === 'paused' && run?.paused && !isInPilot(incident)) return [run.paused.by ?? 'automatically']
  if (run === null || pilot?.lookedAt == null || (state === 'stopped' && !wentOn(incident))) return ['the rest']
  if (state === 'running' && run.leftMs !== null && run.leftMs > 0) return [run.by, `about ${formatSpan(run.leftMs)} to go`]
  return [run.by]
}
