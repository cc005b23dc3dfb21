import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { tidyJournal } from '@/lib/commands/server/recover'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import { waitForTurn } from '@/lib/journal/chain'
import { log } from '@/lib/platform/log'
import { limitLabels, tripped } from '../breaker'
import type { PausedAs } from '../incident'
import { actionIdOf } from './action-ids'
import { type End, endOfAction, writeEnds } from './ends'
import { RateLimiter } from './rate-limiter'
import { knownErrors, newestEnds, totalsIn } from './run-answer'
import { actionOf, sendRow, type Tried } from './send-row'
import { pausedAs } from './steps'
import { findIncident, type IncidentTableRow, isOnTheWire, type RowOfIncident, writeIncident } from './store'

const lookMs = 200
const wakeMs = 250
/** What is done is written together, because each write is one that others wait for. A process that is killed before finds it by the actions. */
const flushMs = 1_000
const settleMs = 1_000
/** So many commands of an incident are on the wire at once. */
const atOnce = 8

/** One copy's turn at a run. */
export class Run {
  private readonly sending = new Map<number, Promise<void>>()
  private ends: End[] = []
  private flushedAt = 0
  private settledAt = 0
  private isTidying = false
  private areLimitsKept = false
  private readonly rateLimiter: RateLimiter

  constructor(
    private readonly store: Database,
    private readonly id: string,
    private readonly signal: AbortSignal,
  ) {
    this.rateLimiter = new RateLimiter(store)
  }

  async go(): Promise<void> {
    for (;;) {
      const run = await findIncident(this.store, this.id)
      if (!run) return
      const isAllKnown = await this.catchUp(run)
      await this.hearLate(run)
      if (!this.mayWait(run)) await this.flush(run)
      const isOn = (run.state === 'pilot' || run.state === 'running') && !this.signal.aborted
      const row = isOn && isAllKnown && this.sending.size < atOnce ? await this.next(run) : undefined
      if (row) await this.begin(run, row)
      else if (this.sending.size > 0) await Promise.race([wait(wakeMs), ...this.sending.values()])
      else if (this.ends.length > 0) await this.flush(run)
      else if (isOn && !(await this.isOver(run))) await wait(lookMs)
      else if (isOn || this.signal.aborted || !(await isOnTheWire(this.store, this.id))) return
      else await wait(lookMs)
    }
  }

  /** Of the rows that may go now the first, and of a pilot only its own. */
  private next(run: IncidentTableRow): Promise<RowOfIncident | undefined> {
    const pilot = run.state === 'pilot' ? fromOwnJson<number[]>(run.pilot ?? '[]') : null
    const taken = [...this.sending.keys(), ...this.ends.map(({ n }) => n)]
    return this.store
      .selectFrom('incident_rows')
      .selectAll()
      .where('incident', '=', this.id)
      .where('state', '=', 'ready')
      .where('claimed_at', 'is', null)
      .$if(taken.length > 0, (query) => query.where('n', 'not in', taken))
      .where((is) => is.or([is('due_at', 'is', null), is('due_at', '<=', new Date().toISOString())]))
      .$if(pilot !== null, (query) => query.where('n', 'in', pilot ?? []))
      .orderBy('n')
      .limit(1)
      .executeTakeFirst()
  }

  private async begin(run: IncidentTableRow, row: RowOfIncident): Promise<void> {
    await this.rateLimiter.takeTurn(run.merchant, run.rate, this.signal).catch((cause: unknown) => {
      if (!this.signal.aborted) throw cause
    })
    if (this.signal.aborted) return
    const action_id = actionIdOf(this.id, row.n, row.generation)
    const tried = sendRow(this.store, run, { ...row, action_id }).then((outcome) => this.take(row, outcome))
    this.sending.set(
      row.n,
      tried
        .catch((cause: unknown) => log.error({ err: cause, jobId: this.id }, 'incident_row_failed'))
        .finally(() => this.sending.delete(row.n)),
    )
  }

  private async take({ n, tries }: RowOfIncident, tried: Tried): Promise<void> {
    if (tried === 'under-way') return
    if ('end' in tried) return void this.ends.push(tried.end)
    if ('pause' in tried) return this.pause(tried.pause, tried.why)
    if (tried.waits === 0) return
    await this.store
      .updateTable('incident_rows')
      .set({ due_at: new Date(Date.now() + tried.waits).toISOString(), tries: tries + Number(tried.isBusy ?? false) })
      .where('incident', '=', this.id)
      .where('n', '=', n)
      .where('state', '=', 'ready')
      .where('claimed_at', 'is', null)
      .execute()
  }

  /**
   * Rows that another turn has left on the wire, or whose outcome the database couldn't take, get the state of their action. One without was
   * claimed by an earlier version: nothing was sent. Returns whether all is known: until then nothing is begun, for the limits would count
   * less than there is, and the rows on the wire could become more than may be.
   */
  private async catchUp(run: IncidentTableRow): Promise<boolean> {
    const claimed = await this.store
      .selectFrom('incident_rows')
      .select(['n', 'incident', 'action_id', 'claimed_at'])
      .where('incident', '=', run.id)
      .where('claimed_at', '>', '')
      .execute()
    let isAllKnown = true
    for (const row of claimed) {
      const { n, claimed_at } = row
      if (this.sending.has(n) || this.ends.some((end) => end.n === n)) continue
      const action = await actionOf(this.store, row)
      const end = action ? endOfAction(n, action) : null
      if (end !== null) this.ends.push(end)
      else if (action) isAllKnown = false
      if (action) continue
      await this.store
        .updateTable('incident_rows')
        .set({ claimed_at: null })
        .where('incident', '=', run.id)
        .where('n', '=', n)
        .where('state', '=', 'ready')
        .where('claimed_at', '=', claimed_at)
        .execute()
    }
    if (!isAllKnown) this.tidy()
    return isAllKnown
  }

  /** Has outcomes written that wait for the database, and rows made unconfirmed that nobody can answer any more. */
  private tidy(): void {
    if (this.isTidying) return
    this.isTidying = true
    void tidyJournal()
      .catch((cause: unknown) => log.warn({ err: cause, jobId: this.id }, 'journal_not_tidied'))
      .then(() => wait(settleMs, undefined, { ref: false }))
      .then(() => (this.isTidying = false))
  }

  /** A row that nobody had answered takes the state of its action, once a late answer has settled that. */
  private async hearLate(run: IncidentTableRow): Promise<void> {
    if (performance.now() - this.settledAt < settleMs) return
    this.settledAt = performance.now()
    const rows = await this.store
      .selectFrom('incident_rows')
      .innerJoin('actions', (join) =>
        join.onRef('actions.action_id', '=', 'incident_rows.action_id').onRef('actions.incident', '=', 'incident_rows.incident'),
      )
      .select(['incident_rows.n', 'actions.state', 'actions.answer', 'actions.answered_at'])
      .where('incident_rows.incident', '=', run.id)
      .where('incident_rows.state', '=', 'unconfirmed')
      .where('actions.state', 'in', ['done', 'refused', 'not-sent'])
      .execute()
    for (const { n, ...action } of rows) {
      const end = endOfAction(n, action)
      if (end !== null && !this.ends.some((each) => each.n === n)) this.ends.push(end)
    }
  }

  /** While a run is on, what is done may wait for more of it; an end of another kind may not, since the limits count it. */
  private mayWait({ state }: IncidentTableRow): boolean {
    const isOn = state === 'pilot' || state === 'running'
    return isOn && performance.now() - this.flushedAt < flushMs && this.ends.every(({ values }) => values.state === 'done')
  }

  /** Writes what has ended, and looks at the limits; once at least, since the turn before may have ended between the two. */
  private async flush(run: IncidentTableRow): Promise<void> {
    if (this.ends.length === 0 && this.areLimitsKept) return
    const ends = this.ends.slice(0, 100)
    await writeEnds(run, ends)
    this.ends = this.ends.filter((end) => !ends.includes(end))
    this.flushedAt = performance.now()
    if (run.state !== 'running' && run.state !== 'pilot') return
    const limit = tripped(
      await newestEnds(this.store, run),
      await totalsIn(this.store, run.id),
      await knownErrors(this.store, run),
    )
    if (limit !== null) await this.pause('breaker', limitLabels[limit])
    this.areLimitsKept = true
  }

  private async pause(as: PausedAs, why: string): Promise<void> {
    await this.store.transaction().execute(async (tx) => {
      await waitForTurn(tx)
      const run = await findIncident(tx, this.id)
      if (run?.state !== 'running' && run?.state !== 'pilot') return
      const values = { ...pausedAs(as, run, { by: null, why }), trips: run.trips + (as === 'breaker' ? 1 : 0) }
      await writeIncident(tx, { accountId: '', name: 'Counterfoil' }, run, { did: 'paused', detail: { as, why } }, values)
    })
  }

  /** Once nothing is left of a pilot or a run, it's looked at or done. */
  private async isOver(run: IncidentTableRow): Promise<boolean> {
    const pilot = run.state === 'pilot' ? fromOwnJson<number[]>(run.pilot ?? '[]') : null
    const left = await this.store
      .selectFrom('incident_rows')
      .select('n')
      .where('incident', '=', this.id)
      .where('state', '=', 'ready')
      .$if(pilot !== null, (query) => query.where('n', 'in', pilot ?? []))
      .limit(1)
      .executeTakeFirst()
    if (left) return false
    const at = new Date().toISOString()
    await this.store.transaction().execute(async (tx) => {
      await waitForTurn(tx)
      const now = await findIncident(tx, this.id)
      if (now?.state !== run.state) return
      const rest = pilot === null ? null : await this.anyReady()
      const over =
        pilot !== null && rest
          ? { state: 'look' as const, pilot_over_at: at }
          : { state: 'done' as const, ended_at: at, pilot_over_at: now.pilot_over_at ?? at }
      await writeIncident(
        tx,
        { accountId: '', name: 'Counterfoil' },
        now,
        { did: over.state === 'done' ? 'done' : 'pilot over' },
        over,
      )
    })
    return true
  }

  private async anyReady(): Promise<boolean> {
    const row = await this.store
      .selectFrom('incident_rows')
      .select('n')
      .where('incident', '=', this.id)
      .where('state', '=', 'ready')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
}
