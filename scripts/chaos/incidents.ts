import { deliveriesOf } from './applied'
import type { EntryRow, Evidence } from './evidence'

/** What must hold of one command for many targets, whoever was killed meanwhile. */
export function brokenIncidents(evidence: Evidence): string[] {
  return [
    ...sentTwice(evidence),
    ...contradictedRows(evidence),
    ...unasked(evidence),
    ...overtaken(evidence),
    ...notAddedUp(evidence),
  ]
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

/**
 * In the order of the journal: a row isn't sent once somebody has changed its target since the preview that was approved. An undo takes back only what
 * was done, and nothing that somebody has changed since.
 */
function overtaken({ incidents = [], entries, actions }: Evidence): string[] {
  const actionOf = new Map(actions.map((action) => [action.actionId, action]))
  const inverseOf = new Map(incidents.map(({ id, inverseOf }) => [id, inverseOf]))
  const previewed = new Map<string, number>()
  const applied = new Map<string, number>() // by action, since when it's known
  return entries.flatMap(({ seq, kind, actionId, did, state }) => {
    if (actionId === null) return []
    if (kind === 'incident' && did === 'previewed') previewed.set(actionId, seq)
    if (kind === 'settled' || kind.endsWith('outcome')) {
      if (state !== 'done' && state !== 'happened') applied.delete(actionId)
      else if (!applied.has(actionId)) applied.set(actionId, seq)
    }
    const { incident, target } = (kind === 'intent' && actionOf.get(actionId)) || {}
    if (incident == null) return []
    const others = [...applied].filter(([id]) => {
      const other = actionOf.get(id)
      return other?.target === target && other?.incident !== incident
    })
    const since = others.find(([, at]) => at > (previewed.get(incident) ?? seq))
    if (since) return [`Nothing is sent for what was changed since its preview: ${actionId} was begun after ${since[0]}`]
    const original = inverseOf.get(incident)
    if (original == null) return []
    const [newest] = others.findLast(([id]) => actionOf.get(id)?.incident === original) ?? []
    if (newest === undefined) return [`An undo takes back only what was done: ${actionId} was begun without it`]
    return newest === others.at(-1)?.[0]
      ? []
      : [`An undo leaves alone what was changed since: ${actionId} was begun all the same`]
  })
}

function notAddedUp({ incidents = [], rows = [] }: Evidence): string[] {
  return incidents.flatMap(({ id, rows: given }) => {
    const count = rows.filter(({ incident }) => incident === id).length
    return count === given ? [] : [`An incident’s rows add up to what was given: ${id} has ${count} of ${given}`]
  })
}
