import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@/lib/database/open'
import type { ActionState, ApprovalState } from '@/lib/database/schema'
import { operations } from '@/lib/operations'
import type { ReportedOutcome } from './reported-outcome'
import type { Standin } from './standin'
import type { Delivery, Mixed } from './witness'

/** A command as the service has it in its own log. */
export type Received = {
  delivery: number | null
  operation: string
  isApplied: boolean
  fault: string | null
  /** Whether the connection ended before the whole answer was sent. */
  isCut: boolean
}

export type ActionRow = {
  actionId: string
  state: ActionState
  settledAs?: string | null
  settledHow?: string | null
  operation?: string
  target?: string
  /** The incident of which it's a row. */
  incident?: string | null
  sealed?: string
}
type Rule = { id: string; operation: string; condition: string }
export type EntryRow = {
  seq: number
  kind: string
  /** In milliseconds since 1970, by the clock of the dashboard. */
  at: number
  actionId: string | null
  /** What an outcome says, or a person who settled it. */
  state: string | null
  target?: string | null
  /** A step of an incident, and who took it. */
  did?: string
  person?: string
  /** The approval rule that an admin made or took away. */
  rule?: { added?: Rule; removed?: Rule }
}
export type ApprovalRow = { id: string; actionId: string; state: ApprovalState; askedBy: string; decidedBy: string | null }
export type IncidentOfEvidence = { id: string; rows: number; inverseOf?: string | null }
export type RowOfEvidence = { incident: string; n: number; state: string; actionId: string | null }
export type RefundRow = { id: string; chargeId: string; amount: string; state: string; askedBy: string }
export type RefundStep = { refundId: string; number: number; kind: string; by: string }

/** Everything that is known of a seed once it is over: what left, what arrived, what was written, what was told, what is there now. */
export type Evidence = {
  deliveries: readonly Delivery[]
  /** What went out on a connection that had asked something else before. */
  mixed?: readonly Mixed[]
  received: readonly Received[]
  actions: readonly ActionRow[]
  entries: readonly EntryRow[]
  approvals: readonly ApprovalRow[]
  refunds: readonly RefundRow[]
  steps: readonly RefundStep[]
  incidents?: readonly IncidentOfEvidence[]
  /** Those of all incidents. */
  rows?: readonly RowOfEvidence[]
  /** What the service received by each charge. */
  charges: ReadonlyMap<string, string>
  reported: readonly ReportedOutcome[]
  /** What the service says of each target's field now: `subscription:{id} endDate`. */
  world: ReadonlyMap<string, unknown>
  /** What the journal's own verification says of it. */
  verdict: string
  /** Values that must not stand anywhere, and where they stood. */
  found: readonly string[]
  unforeseen: readonly string[]
  broken: readonly string[]
}

/** The header under which a delivery's number travels to the stand-in's log. */
export const deliveryHeader = 'x-chaos-delivery'
/** The number of what reached the service past the dashboard. */
export const elsewhere = 0

export type Logged = {
  operation: string | null
  method: string
  path: string
  headers: Record<string, string>
  applied: boolean
  fault: string | null
  cut: boolean
  isOpen: boolean
}

/** The commands in the stand-in's log. */
export function receivedIn(log: readonly Logged[]): Received[] {
  const isCommand = (name: string) => (operations as Record<string, { kind: string }>)[name]?.kind === 'command'
  return log.flatMap(({ operation, headers, applied, fault, cut }) => {
    if (operation === null || !isCommand(operation)) return []
    const delivery = headers[deliveryHeader] ? Number(headers[deliveryHeader]) : null
    if (delivery === elsewhere) return []
    return [{ delivery, operation, isApplied: applied, fault, isCut: cut }]
  })
}

export type Written = Pick<Evidence, 'actions' | 'entries' | 'approvals' | 'refunds' | 'steps' | 'incidents' | 'rows'>

/** What the database says at one moment; `look` is shown every text as it stands. */
export function written(database: Database, look: Look): Promise<Written> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      actions: await actionsIn(tx, look),
      entries: await entriesIn(tx, look),
      approvals: await tx
        .selectFrom('approvals')
        .select(['id', 'action_id as actionId', 'state', 'person as askedBy', 'decided_by as decidedBy'])
        .execute(),
      refunds: await tx
        .selectFrom('refunds')
        .select(['id', 'charge_id as chargeId', 'amount', 'state', 'person as askedBy'])
        .execute(),
      steps: await tx
        .selectFrom('refund_steps')
        .select(['refund_id as refundId', 'number', 'kind', 'person as by'])
        .orderBy('number')
        .execute(),
      incidents: await tx.selectFrom('incidents').select(['id', 'rows', 'inverse_of as inverseOf']).execute(),
      rows: await tx.selectFrom('incident_rows').select(['incident', 'n', 'state', 'action_id as actionId']).execute(),
    }))
}

type Look = (where: string, text: string) => void

async function actionsIn(tx: Database, look: Look): Promise<ActionRow[]> {
  const actions = await tx
    .selectFrom('actions')
    .select([
      'action_id as actionId',
      'state',
      'settled_as as settledAs',
      'settled_how as settledHow',
      'operation',
      'target',
      'incident',
      'sealed',
      'request',
      'effect',
      'answer',
    ])
    .execute()
  for (const { actionId, sealed, request, effect, answer } of actions) {
    look(`the row of action ${actionId}`, `${request} ${effect} ${answer}`)
    look(`what is sealed of action ${actionId}`, Buffer.from(sealed, 'base64').toString('latin1'))
  }
  return actions
}

async function entriesIn(tx: Database, look: Look): Promise<EntryRow[]> {
  const rows = await tx
    .selectFrom('journal')
    .select(['seq', 'kind', 'at', 'action_id', 'person', 'detail'])
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, kind, at, action_id, person, detail }) => {
    look(`the journal’s entry ${seq}`, detail)
    const read: { did?: string; state?: string; as?: string; target?: string | null; setting?: string } & EntryRow['rule'] =
      JSON.parse(detail)
    return {
      seq,
      kind,
      at: Date.parse(at),
      actionId: action_id,
      state: read.state ?? read.as ?? null,
      target: read.target ?? null,
      ...(kind === 'incident' && read.did ? { did: read.did, person } : {}),
      ...(read.setting === 'approval-rule' ? { rule: { added: read.added, removed: read.removed } } : {}),
    }
  })
}

/** Waits until the service has answered everything and every action has an outcome, as far as it ever will. */
export async function quiet(database: Database, standin: Standin): Promise<void> {
  await standin.tell('DELETE', 'faults')
  await standin.tell('POST', 'release')
  await until(async () => (await standin.requests<Logged>()).every(({ isOpen }) => !isOpen), 'The service has answered')
  const open = database.selectFrom('actions').select('action_id').where('state', '=', 'sent')
  await until(async () => (await open.execute()).length === 0, 'Every action has an outcome').catch(() => {})
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + 20_000; !(await holds()); await wait(10))
    if (performance.now() > end) throw new Error(`${what}: not within 20 s.`)
}
