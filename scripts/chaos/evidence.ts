import type { Database } from '@/lib/server/database/open'
import type { ActionState } from '@/lib/server/database/schema'
import type { Verdict } from '@/lib/verdict'
import type { Told } from './told'
import type { Delivery } from './witness'

/** A command as the service has it in its own log. */
export type Received = { delivery: number | null; operation: string; isApplied: boolean }

export type ActionRow = { actionId: string; state: ActionState }
export type EntryRow = { seq: number; kind: string; actionId: string | null; state: string | null }

/** Everything that is known of a seed once it is over: what left, what arrived, what was written, what was told, what is there now. */
export type Evidence = {
  deliveries: readonly Delivery[]
  received: readonly Received[]
  actions: readonly ActionRow[]
  entries: readonly EntryRow[]
  told: readonly Told[]
  /** What the service says of each target's field now: `subscription:{id} endDate`. */
  world: ReadonlyMap<string, unknown>
  verdict: Verdict
  /** Values that must not stand anywhere, and where they stood. */
  found: readonly string[]
  unforeseen: readonly string[]
}

/** The header under which a delivery's number travels to the stand-in's log. */
export const deliveryHeader = 'x-chaos-delivery'

type Logged = { operation: string | null; method: string; headers: Record<string, string>; applied: boolean }

/** The commands in the stand-in's log. */
export function receivedIn(log: readonly Logged[], isCommand: (operation: string) => boolean): Received[] {
  return log.flatMap(({ operation, headers, applied }) =>
    operation !== null && isCommand(operation)
      ? [{ delivery: headers[deliveryHeader] ? Number(headers[deliveryHeader]) : null, operation, isApplied: applied }]
      : [],
  )
}

/** Actions and journal of one moment; `look` is shown every row as it stands. */
export function written(
  database: Database,
  look: (where: string, text: string) => void,
): Promise<Pick<Evidence, 'actions' | 'entries'>> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const actions = await tx.selectFrom('actions').select(['action_id as actionId', 'state']).execute()
      const rows = await tx.selectFrom('journal').select(['seq', 'kind', 'action_id', 'detail']).orderBy('seq').execute()
      const entries = rows.map(({ seq, kind, action_id, detail }) => {
        look(`the journal’s entry ${seq}`, detail)
        const { state = null } = JSON.parse(detail) as { state?: string | null }
        return { seq, kind, actionId: action_id, state }
      })
      return { actions, entries }
    })
}
