import { deliveriesOf } from './applied'
import type { EntryRow, Evidence } from './evidence'

/** What must hold of one command for many targets, whoever was killed meanwhile. */
export function brokenIncidents(evidence: Evidence): string[] {
  return [...sentTwice(evidence), ...contradictedRows(evidence), ...unasked(evidence), ...notAddedUp(evidence)]
}

/** A row's target leaves once for an incident, and again only after it certainly wasn't carried out. */
function sentTwice(evidence: Evidence): string[] {
  const delivered = deliveriesOf(evidence)
  const left = new Map<string, string[]>()
  for (const { actionId, incident, target, state } of evidence.actions) {
    if (incident == null || !delivered.has(actionId) || ['refused', 'not-sent'].includes(state)) continue
    const row = `${target} of ${incident}`
    left.set(row, [...(left.get(row) ?? []), actionId])
  }
  return [...left]
    .filter(([, ids]) => ids.length > 1)
    .map(([row, ids]) => `No row of an incident is sent twice: ${row} left as ${ids.join(' and ')}`)
}

const sayingSo: Record<string, readonly string[]> = {
  done: ['done'],
  refused: ['refused'],
  'not-sent': ['not-sent', 'nothing'],
  unconfirmed: ['unconfirmed', 'done', 'refused', 'not-sent'], // an answer may still have come late
  moved: ['nothing'],
  'left-out': ['nothing'],
}

/** A row says what its action says; where it says that nothing was sent, there is none. */
function contradictedRows({ rows = [], actions }: Evidence): string[] {
  const states = new Map(actions.map(({ actionId, state }) => [actionId, state]))
  return rows.flatMap(({ incident, n, state, actionId }) => {
    const really = states.get(actionId ?? '') ?? 'nothing'
    const fits = sayingSo[state]
    return fits === undefined || fits.includes(really)
      ? []
      : [`A row of an incident says what became of it: line ${n} of ${incident} is ${state}, its action ${really}`]
  })
}

/** In the order of the journal: nothing is begun for an incident that nobody else has approved, or that is paused, stopped or not started. */
function unasked({ entries, actions }: Evidence): string[] {
  const incidentOf = new Map(
    actions.flatMap(({ actionId, incident }) => (incident == null ? [] : [[actionId, incident] as const])),
  )
  const seen = new Map<string, EntryRow[]>()
  return entries.flatMap((entry) => {
    const { kind, actionId, did } = entry
    if (kind === 'incident' && actionId !== null && did) seen.set(actionId, [...(seen.get(actionId) ?? []), entry])
    const incident = kind === 'intent' ? incidentOf.get(actionId ?? '') : undefined
    if (incident === undefined) return []
    const steps = seen.get(incident) ?? []
    const changed = new Set(
      steps.flatMap(({ did, person }) => (['drafted', 'edited', 'rows'].includes(did ?? '') ? [person] : [])),
    )
    const approval = steps.findLast(({ did }) => did === 'approved')
    const isOn = ['started', 'resumed', 'went on'].includes(steps.findLast(({ did }) => moving.has(did ?? ''))?.did ?? '')
    return [
      ...(approval && !changed.has(approval.person)
        ? []
        : [`Nothing is sent for an incident without a second person: ${actionId} was begun for ${incident}`]),
      ...(isOn ? [] : [`Nothing is begun for an incident that isn’t running: ${actionId} was begun for ${incident}`]),
    ]
  })
}

const moving = new Set(['started', 'resumed', 'went on', 'paused', 'stopped', 'done', 'pilot over', 'closed'])

function notAddedUp({ incidents = [], rows = [] }: Evidence): string[] {
  return incidents.flatMap(({ id, rows: given }) => {
    const count = rows.filter(({ incident }) => incident === id).length
    return count === given ? [] : [`An incident’s rows add up to what was given: ${id} has ${count} of ${given}`]
  })
}
