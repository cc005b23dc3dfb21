import { newId } from '@/lib/client/new-id'
import { request } from '@/lib/client/request'
import { ServiceProblem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import type { ListFilter, ListName } from '@/lib/lists/lists'
import type { IncidentCommand } from '../command'
import type { Incident } from '../incident'
import { plural } from '../incident-words'
import { chunkRows, type GivenRow, type PastedRow, type TargetKind } from '../pasted'
import { takeStep, versionHeader } from './incident-queries'
import { whatBecame } from './open-tries'

/** Facts by which subscriptions are found; what isn't named isn't asked. Days are the service's. */
export type FactsFilter = { status?: string; autocharge?: boolean; product?: string; endsFrom?: string; endsUntil?: string }

/** For whom a plan is: rows that were pasted or read from a file, a list or some of its rows, or whatever facts fit. */
export type Who =
  | { from: 'rows'; kind: TargetKind; rows: readonly PastedRow[] }
  | { from: 'list'; list: ListName; filter: ListFilter; keys: readonly string[] | null }
  | { from: 'facts'; facts: FactsFilter }

/** What of a plan is given; `who` is null where it stays as it is. */
export type PlanToKeep = {
  command: IncidentCommand | null
  reason: string
  ticket: string | null
  rate: number
  unknown: Incident['unknown']
  who: Who | null
}

/** The incident that a form changes, as it was when the form last agreed with it. */
type Known = Pick<Incident, 'id' | 'version' | 'edited'>
/** What a form knows: null before a new one is made; `isOpen` while nobody knows whether its last step was done. */
export type Kept = { known: Known | null; isOpen: boolean }
type PlanStep = { key: string; take: (actionId: string, known: Pick<Known, 'id' | 'version'>) => Promise<Incident> }
type Sent = { step: PlanStep; actionId: string; known: Known | null }
type Telling = { onProgress: (sent: number, of: number) => void; onKept: (kept: Kept) => void }

/**
 * Keeps the plan of one incident and has it previewed, a step at a time. Each answer counts at once, so that after a fault the next press goes on
 * from there. A step whose answer was lost is sent again under its id before anything else.
 */
export class PlanKeeper {
  /** The steps that were answered since a preview was last asked for. */
  #taken: string[] = []
  #open: Sent | null = null
  #known: Known | null = null

  constructor(
    readonly merchant: string,
    known: Known | null,
    readonly telling: Telling,
  ) {
    this.#known = known
  }

  /** Null before a new one is made. */
  get id(): string | null {
    return this.#known?.id ?? null
  }

  /** What is kept from now on changes this one, as it is in this version. */
  startFrom(known: Known): void {
    this.#open = null
    this.#taken = []
    this.#tell(known)
  }

  /** The incident as it's looked up: a version that has risen without a change of the plan is still the one that this form shows. */
  see(incident: Known): void {
    const known = this.#known
    if (this.#open === null && known && isSamePlan(known, incident) && incident.version > known.version) this.#tell(incident)
  }

  /** Keeps a plan with its rows and has it previewed. Throws the first problem; the steps before it are kept. */
  async keep(plan: PlanToKeep): Promise<Incident> {
    let last = this.#open && (await this.#again(this.#open))
    if (this.#known === null) await this.#take(makeStep(this.merchant, plan))
    const steps = [...stepsOf(this.merchant, plan, this.telling.onProgress), previewStep(this.merchant)]
    if (this.#taken.some((key, place) => key !== steps[place]?.key)) this.#taken = []
    for (const step of steps.slice(this.#taken.length)) last = await this.#take(step)
    if (last === null) throw new Error('A preview is always a step')
    this.#taken = []
    return last
  }

  /** What it came to doesn't matter where it was refused: then it's simply not done, and is asked as it's typed now. */
  async #again(sent: Sent): Promise<Incident | null> {
    return this.#send(sent).catch((cause: unknown) => {
      if (whatBecame(cause) !== 'ended') throw cause
      return null
    })
  }

  #take(step: PlanStep): Promise<Incident> {
    return this.#send({ step, actionId: newId(), known: this.#known })
  }

  async #send(sent: Sent): Promise<Incident> {
    const { step, actionId, known } = sent
    try {
      const incident = await step.take(actionId, known ?? { id: '', version: 0 })
      this.#open = null
      if (step.key !== newOne) this.#taken.push(step.key)
      this.#tell(knownAfter(known, incident, step))
      return incident
    } catch (cause) {
      const became = whatBecame(cause)
      if (became === 'ended') this.#open = null
      if (became === 'maybe-done') this.#open = sent
      this.#tell(this.#known)
      throw cause
    }
  }

  #tell(known: Known | null): void {
    this.#known = known && { id: known.id, version: known.version, edited: known.edited }
    this.telling.onKept({ known: this.#known, isOpen: this.#open !== null })
  }
}

const isSamePlan = (one: Known, other: Known): boolean => one.edited?.seq === other.edited?.seq

/** A replay shows the incident as it is now, which a colleague may have changed since: then what this form knows is its own change. */
function knownAfter(before: Known | null, incident: Incident, { key }: PlanStep): Known {
  const own = { id: incident.id, version: (before?.version ?? 0) + 1, edited: before?.edited ?? null }
  const isOwn = key === preview ? before !== null && isSamePlan(before, incident) : incident.version === own.version
  return isOwn ? incident : own
}

/** A colleague's change of a plan, or that of another tab, that a form doesn't show; null where it shows the plan as it is. */
export function changedSince({ known, isOpen }: Kept, now: Known | null): Incident['edited'] {
  const edited = now?.edited ?? null
  if (known === null || edited === null || edited.seq <= (known.edited?.seq ?? 0)) return null
  return isOpen && edited.mine ? null : edited
}

const newOne = 'new'
const preview = 'preview'

const planOf = ({ command, reason, ticket, rate }: PlanToKeep) => ({ ...(command && { command }), reason, ticket, rate })

const makeStep = (merchant: string, plan: PlanToKeep): PlanStep => ({
  key: newOne,
  take: (actionId) => request<Incident>(routes.incidents(), { actionId, merchant, body: planOf(plan) }),
})

const previewStep = (merchant: string): PlanStep => ({
  key: preview,
  take: (actionId, { id, version }) => takeStep(actionId, merchant, id, { step: 'preview', version }),
})

function stepsOf(merchant: string, plan: PlanToKeep, onProgress: Telling['onProgress']): PlanStep[] {
  const { who, unknown } = plan
  const put = (address: (id: string) => string, body: object): PlanStep => ({
    key: JSON.stringify([address(''), body]),
    take: (actionId, { id, version }) =>
      request<Incident>(address(id), { method: 'PUT', actionId, merchant, headers: versionHeader(version), body }),
  })
  const change = put(routes.incident, { ...planOf(plan), unknown, ...(who && who.from !== 'rows' && { who: whoBody(who) }) })
  if (who?.from !== 'rows') return [change]
  const { rows, kind } = who
  const starts = Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, chunk) => chunk * chunkRows)
  const chunks = starts.map((start) => {
    const end = Math.min(start + chunkRows, rows.length)
    const body = { rows: rows.slice(start, end).map((row) => givenRow(row, kind)), more: end < rows.length }
    const step = put((id) => routes.incidentChunk(id, String(start / chunkRows)), body)
    const take: PlanStep['take'] = async (actionId, at) => {
      const incident = await step.take(actionId, at).catch((cause: unknown) => {
        throw ofLines(cause, rows, start)
      })
      onProgress(end, rows.length)
      return incident
    }
    return { ...step, take }
  })
  return [change, ...chunks]
}

const whoBody = (who: Exclude<Who, { from: 'rows' }>) =>
  who.from === 'facts'
    ? { facts: who.facts }
    : { list: who.list, filter: who.filter, ...(who.keys !== null && { keys: who.keys }) }

/** A fault of a row names its line in the text, and says what is kept by then. */
function ofLines(cause: unknown, rows: readonly PastedRow[], kept: number): unknown {
  if (!(cause instanceof ServiceProblem) || cause.problem.fields.every(({ field }) => !field.startsWith('rows.'))) return cause
  const fields = cause.problem.fields.map(({ field, title }) => {
    const row = rows[kept + Number(field.split('.')[1])]
    return row
      ? { field: '', title: `Line ${row.line.toLocaleString('en')}: ${title.replace(/^Line \d+: /, '')}` }
      : { field, title }
  })
  const some = kept === 0 ? 'without its rows' : `with its first ${plural(kept, 'row', 'rows')}`
  const detail = `The plan is kept as a draft ${some}, and nothing was previewed. Fix these lines and try again.`
  return new ServiceProblem({ ...cause.problem, title: 'Some lines can’t be kept', detail, fields }, { cause })
}

const givenRow = ({ target, buyerId, note }: PastedRow, kind: TargetKind): GivenRow =>
  kind === 'subscription'
    ? { subscriptionId: target, buyerId, note }
    : { chargeMethodTokenId: Number(target), buyerId: buyerId ?? '', note }
