import type { BreakerGauge } from './breaker'
import type { IncidentCommand } from './command'

// One command for many targets: what its handlers answer. Times are ISO in UTC, days are the service's.

export const incidentStates = [
  'draft',
  'previewed',
  'waiting',
  'approved',
  'pilot',
  'look',
  'running',
  'paused',
  'done',
  'stopped',
  'closed',
] as const
export type IncidentState = (typeof incidentStates)[number]

/** `claimed` is on the wire. `unconfirmed` is never sent again by a machine. */
export const rowStates = [
  'planned',
  'left-out',
  'ready',
  'claimed',
  'done',
  'refused',
  'not-sent',
  'unconfirmed',
  'moved',
] as const
export type RowState = (typeof rowStates)[number]

/** Where each row of a preview is counted; together they are all that was given. */
export const previewCounts = [
  'will-change',
  'already',
  'not-known',
  'in-doubt',
  'not-found',
  'other-account',
  'twice',
  'left-alone',
] as const
export type PreviewCount = (typeof previewCounts)[number]

/** Why a row isn't sent, and where it's counted. `left-alone` is of an inverse. */
export const reasons = {
  already: 'already',
  'not-known': 'not-known',
  'not-found': 'not-found',
  'other-account': 'other-account',
  twice: 'twice',
  'two-buyers': 'in-doubt',
  'under-way': 'in-doubt',
  unsettled: 'in-doubt',
  'other-incident': 'in-doubt',
  'open-elsewhere': 'in-doubt',
  frozen: 'in-doubt',
  ended: 'in-doubt',
  'renews-soon': 'in-doubt',
  'too-near': 'in-doubt',
  'changed-since': 'left-alone',
  'was-refused': 'left-alone',
  'was-unconfirmed': 'left-alone',
  'was-moved': 'left-alone',
  'was-not-sent': 'left-alone',
  'did-not-happen': 'left-alone',
  'settled-by-event': 'left-alone',
  'before-unknown': 'left-alone',
  'no-way-back': 'left-alone',
} as const satisfies Record<string, PreviewCount>
export type PlanReason = keyof typeof reasons
/** So many rows go first. */
export const pilotRows = 3
/** Why a row that was to go didn't: a colleague's action was on it three times, or the run was stopped before it. */
export type RunReason = 'busy' | 'stopped'
/** `breaker` and `clock` by itself; `person`: who it's sent for may not any more; `changed`: a row isn't what was approved; `stale`: approved over 24 h ago, or by somebody who may not any more; `again`: rows wait again. */
export type PausedAs = 'hand' | 'breaker' | 'clock' | 'person' | 'changed' | 'stale' | 'again'

export type IncidentInShort = {
  id: string
  version: number
  state: IncidentState
  /** What it does, in words: "Turn off autocharge". */
  words: string
  reason: string
  ticket: string | null
  plannedBy: string
  mine: boolean
  /** Rows that were given. */
  rows: number
  done: number
  of: number
  pausedAs: PausedAs | null
  inverseOf: string | null
  madeAt: string
  changedAt: string
}

/** What an incident waits for: somebody's decision, or whoever planned, approved or runs it, once it was decided or stands still by itself. */
export type WaitsFor = 'decision' | 'start' | 'change' | 'look' | 'resume'

/**
 * One that waits for somebody, as it's listed for them. `person` asked for it, decided on it or runs it; `why` is what was said with that, or why
 * it stands still. `rows` are those that will change, once there is a preview.
 */
export type WaitingIncident = Pick<IncidentInShort, 'id' | 'words' | 'reason' | 'ticket' | 'rows'> & {
  waitsFor: WaitsFor
  merchant: string
  person: string
  why: string | null
  at: string
}

export type Incident = IncidentInShort & {
  command: IncidentCommand
  /** Commands a second: the one it runs at, the one that was approved, and the highest that can be. */
  rate: number
  rateApproved: number | null
  rateMax: number
  /** Whether each row is read at the service before it's sent, and whether the account has such a read. */
  readEach: boolean
  canRead: boolean
  unknown: 'read' | 'leave-out'
  /** How far a preview is that is being made; null where none is. `why` says what kept the last one from its end. */
  making: { done: number; of: number } | null
  preview: IncidentPreview | null
  /** Who last changed the plan; null once it has begun. Its number rises with each change, and with nothing else. */
  edited: { seq: number; by: string; at: string; mine: boolean } | null
  approval: IncidentApproval | null
  pilot: IncidentPilot | null
  run: IncidentRun | null
  /** What this person opens before they approve, or before the run goes on, and what of it they have opened; null where that isn't theirs. */
  toOpen: { rows: IncidentRow[]; opened: number[] } | null
  /** What this person may do now; null where they may, else why not in a sentence. */
  may: Record<IncidentStep, string | null>
}

export const incidentSteps = [
  ...(['edit', 'preview', 'ask', 'decide', 'start', 'look', 'go-on', 'pause', 'resume', 'stop', 'close'] as const),
  ...(['take-over', 'rate', 'inverse', 'again'] as const),
] as const
export type IncidentStep = (typeof incidentSteps)[number]

export type IncidentPreview = {
  asOf: string
  counts: Record<PreviewCount, number>
  /** Within each count, by reason. */
  reasons: Partial<Record<PlanReason, number>>
  /** When the oldest fact was observed by which a row is `already` so. */
  oldestAlready: string | null
  /** Three of those that will change: first, last and drawn. */
  examples: IncidentRow[]
  /** What it comes to, in sentences: money, dates, what customers receive, what can't be undone. */
  sums: { money: string[]; dates: string[]; customers: string[]; undo: string[] }
  /** By language of the customers, with what their shop may tell them. */
  languages: { language: string | null; rows: number }[]
  /** Milliseconds for all rows at the chosen rate. */
  takesMs: number
  rowsHash: string
  planHash: string
}

export type IncidentApproval = {
  state: 'waiting' | 'approved' | 'declined'
  askedAt: string
  askedBy: string
  decidedAt: string | null
  decidedBy: string | null
  note: string | null
  /** It may be started until then, and carries on until `carriesUntil`. */
  startUntil: string | null
  carriesUntil: string | null
}

export type IncidentPilot = {
  /** Those it was tried on: first, last, drawn. */
  rows: IncidentRow[]
  over: boolean
  /** Not before then may it go on. */
  lookUntil: string | null
  lookedAt: string | null
  lookedBy: string | null
}

export type IncidentRun = {
  /** In whose name it's sent now. Once it has ended, also who started it, who decided on it, each time, and all of its automatic pauses. */
  by: string
  startedBy: string
  decisions: { as: 'approved' | 'declined'; by: string; at: string; note: string | null }[]
  startedAt: string
  endedAt: string | null
  generation: number
  /** Together they are all rows that were given. */
  counts: Record<RowState, number>
  /** Of the `not-sent` and `left-out` after the preview, by reason. */
  reasons: Partial<Record<RunReason, number>>
  /** Of the unconfirmed, how many somebody or an event has settled since. */
  settled: number
  /** Commands a second over the last ten seconds; null while nothing is sent. */
  speed: number | null
  /** How many rows ended in each ten seconds of the last two minutes, from then on. */
  pace: { from: string; counts: number[] } | null
  leftMs: number | null
  breaker: BreakerGauge[]
  /** How often it has paused by itself; the third time a second person is asked again. */
  trips: number
  paused: { as: PausedAs; at: string; by: string | null; why: string | null } | null
}

export type IncidentRow = {
  n: number
  /** As it was given: the subscription or the token. */
  subscriptionId: string | null
  chargeMethodTokenId: number | null
  buyerId: string | null
  note: string | null
  state: RowState
  why: PlanReason | RunReason | null
  /** What the service said, who has it, what moved: one sentence. */
  words: string | null
  product: string | null
  /** What changes, as the dialog of one command shows it. */
  changes: { label: string; before: string | null; beforeAsOf: string | null; after: string | null }[]
  actionId: string | null
  /** What became of an unconfirmed one since. */
  settled: 'happened' | 'did-not-happen' | null
  at: string | null
}

export type IncidentRows = {
  data: IncidentRow[]
  meta: { type: 'collection'; total: number; asOf: string; next: string | null }
}
export type Incidents = {
  data: IncidentInShort[]
  meta: { type: 'collection'; total: number; asOf: string; next: string | null; counted?: { at: string; ids: string[] | null } }
}

/** The rows that were done, by language (`en`), each with one of their texts, whether all of them are the same, and of how many no language is known. All are in `texts.csv`. */
export type IncidentTexts = {
  data: { language: string; rows: number; example: string; isShared: boolean; unknown: number }[]
  meta: { type: 'collection'; total: number; asOf: string }
}
