import { masked } from '@/lib/masking'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/operation'
import type { Database } from '@/lib/server/database/open'
import { canonical } from '@/lib/server/journal/canonical'
import { targetOf } from '@/lib/server/journal/intent'
import type { Arrived } from './wire'

/** A command on its way to the service, and the action whose intent was committed before it left; `null` where there was none. */
export type Delivery = {
  number: number
  operation: string
  target: string
  body: Record<string, unknown>
  actionId: string | null
  /** Other tries of the very same request that were on their way at that moment: the line cannot tell them apart. */
  rivals: readonly string[]
}

const commands = (Object.values(operations) as Operation[])
  .filter(({ kind }) => kind === 'command')
  .map((operation) => ({ operation, path: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }))

/** Looks into the dashboard's database at the moment a command is on the wire. */
export class Witness {
  deliveries: Delivery[] = []
  private taken = new Set<string>()

  constructor(private readonly database: Database) {}

  forget(): void {
    this.deliveries = []
    this.taken.clear()
  }

  /** Notes a command; resolves to its delivery, or to `null` for anything else. */
  async see({ method, path, body: text, at }: Arrived): Promise<Delivery | null> {
    const found = commands.find((each) => each.operation.method === method && each.path.test(path))
    if (!found) return null
    const params = { ...found.path.exec(path)?.groups }
    const body = JSON.parse(text) as Record<string, unknown>
    const operation = found.operation as Operation<'command'>
    const delivery: Delivery = {
      number: this.deliveries.length + 1,
      operation: operation.name,
      target: targetOf({ operation, params, body, actionId: '' }),
      body,
      ...{ actionId: null, rivals: [] },
    }
    this.deliveries.push(delivery)
    const [actionId = null, ...rivals] = await this.intentsOf(delivery, canonical(masked({ params, body })), at)
    delivery.actionId = actionId
    delivery.rivals = rivals
    return delivery
  }

  /** The actions that this may be the first delivery of, the likeliest first: begun before, not given up by a restart, of this very request. */
  private async intentsOf({ operation, target }: Delivery, request: string, at: number): Promise<string[]> {
    const rows = await this.database
      .selectFrom('actions')
      .innerJoin('journal', (join) => join.onRef('journal.action_id', '=', 'actions.action_id').on('journal.kind', '=', 'intent'))
      .select(['actions.action_id', 'actions.state', 'actions.answer'])
      .where('actions.operation', '=', operation)
      .where('actions.target', '=', target)
      .where('actions.request', '=', request)
      .where('actions.state', 'in', ['sent', 'unconfirmed'])
      .where('journal.at', '<=', new Date(at).toISOString()) // the same may be tried again before this is looked up
      .orderBy('actions.state') // `sent` stands before `unconfirmed`: a slow one may have outlasted the person's patience
      .orderBy('journal.seq', 'desc')
      .execute()
    const isPossible = ({ action_id, answer }: (typeof rows)[number]) =>
      !this.taken.has(action_id) && !answer?.includes('process_ended')
    const ids = rows.filter(isPossible).map(({ action_id }) => action_id)
    if (ids[0] !== undefined) this.taken.add(ids[0])
    return ids
  }
}
