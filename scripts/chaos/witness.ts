import { targetOf } from '@/lib/commands/server/target'
import { masked } from '@/lib/core/masking'
import type { Database } from '@/lib/database/open'
import { canonical } from '@/lib/journal/crypto'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { type Arrived, questionOf } from './wire'

/**
 * What became of whoever waited for an answer: the service never got the request; or it did, and the copy was killed before the answer
 * came, or just as it had come, or was told to end.
 */
export type Moment = 'swallowed' | 'killed' | 'answered' | 'ended'

/** A command on its way to the service, and the action whose intent was committed before it left; `null` where there was none. */
export type Delivery = {
  number: number
  operation: string
  target: string
  body: Record<string, unknown>
  actionId: string | null
  /** When it was seen, in milliseconds since 1970 by the clock that people, dashboard and service go by. */
  at: number
  /** What went wrong with it on the line. */
  trouble: string | null
  moment: Moment | null
  /** How long after it was seen the service's answer went back; null where none did. */
  answeredMs: number | null
  /** The actions whose request this may be, by all that can be seen of it. */
  fits?: readonly string[]
  /** Of one without an action: the newest actions on its target, and what each was at that moment. */
  candidates?: unknown[]
}

/** A request, and the one before it on its connection. */
export type Mixed = { asked: string; before: string }

/** Only the very same read is asked on a connection that was used: whatever comes too late is then an earlier answer to it. */
export function mixedBy(arrived: Arrived): Mixed[] {
  const [asked, { before, method }] = [questionOf(arrived), arrived]
  return before === null || (method === 'GET' && before === asked) ? [] : [{ asked, before }]
}

const commands = (Object.values(operations) as Operation[])
  .filter(({ kind }) => kind === 'command')
  .map((operation) => ({ operation, path: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }))

/** Looks into the dashboard's database at the moment a command is on the wire. */
export class Witness {
  deliveries: Delivery[] = []
  /** What went out on a connection that had asked something else before. */
  mixed: Mixed[] = []
  private readonly pairs = new Pairs<Delivery>()

  constructor(
    private readonly database: Database,
    /** By how much the clock of dashboard and service is ahead of ours, in milliseconds: it is only ever behind. */
    private readonly ahead: () => number,
  ) {}

  forget(): void {
    this.deliveries = []
    this.mixed = []
    this.pairs.forget()
  }

  /** Notes a command; resolves to its delivery, or to `null` for anything else. */
  async see(arrived: Arrived): Promise<Delivery | null> {
    const { method, path, body: text, at } = arrived
    this.mixed.push(...mixedBy(arrived))
    const found = commands.find((each) => each.operation.method === method && each.path.test(path))
    if (!found) return null
    const params = { ...found.path.exec(path)?.groups }
    const body: Record<string, unknown> = JSON.parse(text)
    const operation = found.operation as Operation<'command'>
    const delivery: Delivery = {
      number: this.deliveries.length + 1,
      operation: operation.name,
      target: targetOf({ operation, params, body }),
      body,
      actionId: null,
      at: at + this.ahead(),
      trouble: null,
      moment: null,
      answeredMs: null,
    }
    this.deliveries.push(delivery)
    const request = canonical(masked({ params, body }))
    delivery.fits = await this.intentsOf(delivery, request, at)
    for (const [paired, actionId] of this.pairs.add(delivery, delivery.fits)) paired.actionId = actionId
    if (delivery.actionId === null) delivery.candidates = await this.candidatesFor(delivery, request, at)
    return delivery
  }

  /** The actions that this may be the delivery of: begun before, not given up by a restart, and of this very request. */
  private async intentsOf({ operation, target }: Delivery, request: string, at: number): Promise<string[]> {
    const rows = await this.database
      .selectFrom('actions')
      .innerJoin('journal', (join) => join.onRef('journal.action_id', '=', 'actions.action_id').on('journal.kind', '=', 'intent'))
      .select(['actions.action_id', 'actions.state', 'actions.answer'])
      .where('actions.operation', '=', operation)
      .where('actions.target', '=', target)
      .where('actions.request', '=', request)
      .where('actions.state', 'in', ['sent', 'unconfirmed'])
      .where('journal.at', '<=', new Date(at + clockStepMs).toISOString()) // the same may be tried again before this is looked up
      .orderBy('actions.state') // `sent` stands before `unconfirmed`: a slow one may have outlasted the person's patience
      .orderBy('journal.seq', 'desc')
      .execute()
    return rows.flatMap(({ action_id, answer }) => (answer?.includes('process_ended') ? [] : [action_id]))
  }

  private async candidatesFor({ target }: Delivery, asked: string, at: number) {
    const newest = this.database.selectFrom('actions').selectAll().where('target', '=', target).orderBy('created_at', 'desc')
    const rows = await newest.limit(5).execute()
    return rows.map(({ action_id, operation, state, created_at, request, answer }) => ({
      ...{ action_id, operation, state, answer },
      isSame: request === asked,
      isTaken: this.pairs.has(action_id),
      begunBeforeMs: at - Date.parse(created_at),
    }))
  }
}

/** Two processes on one machine do not read its clock in the same moment. */
const clockStepMs = 5

/**
 * Pairs each delivery with one action, and no action with two. Two actions may ask for the very same, and the slower one may arrive last:
 * an earlier pair is parted for a later delivery that has no other action, if the earlier one has.
 */
export class Pairs<D> {
  private readonly fits = new Map<D, readonly string[]>()
  private readonly held = new Map<string, D>()

  has = (actionId: string) => this.held.has(actionId)

  forget(): void {
    this.fits.clear()
    this.held.clear()
  }

  /** The pairs that are new: that of this delivery, if it has one, and those of others that gave way. */
  add(delivery: D, actionIds: readonly string[]): [D, string][] {
    this.fits.set(delivery, actionIds)
    const found: [D, string][] = []
    this.place(delivery, new Set(), found)
    return found
  }

  private place(delivery: D, tried: Set<string>, found: [D, string][]): boolean {
    const fits = this.fits.get(delivery) ?? []
    for (const actionId of [...fits.filter((each) => !this.held.has(each)), ...fits]) {
      if (tried.has(actionId)) continue
      tried.add(actionId)
      const holder = this.held.get(actionId)
      if (holder !== undefined && !this.place(holder, tried, found)) continue
      this.held.set(actionId, delivery)
      found.push([delivery, actionId])
      return true
    }
    return false
  }
}
