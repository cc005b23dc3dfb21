import 'server-only'
import { hereLately, ownersOfActions } from '@/lib/commands/server/owners'
import type { Database } from '@/lib/database/open'
import { stateLabels } from '@/lib/incidents/incident-words'
import { incidentStatesOf } from '@/lib/incidents/server/open-incidents'
import type { Person } from '@/lib/people/server/sessions'
import type { HandoverItem, HandoverItemNow, HandoverKind } from '../handover'

/** What has become of each thing on a sheet, by its id; one that isn't there any more has none. */
export async function statesOf(store: Database, person: Person, items: readonly HandoverItem[]): Promise<States> {
  const states: States = new Map()
  const idsOf = (kind: HandoverKind) => items.flatMap((item) => (item.kind === kind ? [item.id] : []))
  await Promise.all([
    actionStates(store, person, idsOf('unconfirmed'), states),
    otherStates(store, 'approvals', idsOf('approval'), states),
    otherStates(store, 'refunds', idsOf('refund'), states),
    guideStates(store, idsOf('guide'), states),
    promiseStates(store, idsOf('promise'), states),
    noteStates(store, idsOf('note'), states),
    incidentItemStates(store, idsOf('incident'), states),
    alertStates(store, idsOf('alert'), states),
    gapStates(store, idsOf('gap'), states),
  ])
  return states
}

type States = Map<string, Pick<HandoverItemNow, 'now' | 'isOpen'> & Partial<Pick<HandoverItemNow, 'owner'>>>

async function actionStates(store: Database, person: Person, ids: readonly string[], states: States): Promise<void> {
  if (ids.length === 0) return
  const rows = await store
    .selectFrom('actions')
    .select(['action_id', 'merchant', 'account_id', 'person', 'state', 'settled_as', 'contradicted_at'])
    .where('action_id', 'in', ids)
    .execute()
  const owners = await ownersOfActions(store, person, rows)
  const here = await hereLately(
    store,
    rows.map(({ account_id }) => account_id),
  )
  for (const { action_id, account_id, person: sender, state, settled_as, contradicted_at } of rows) {
    const isOpen = (state === 'unconfirmed' && settled_as === null) || contradicted_at !== null
    const byDefault = here.has(account_id) ? { person: sender, mine: account_id === person.accountId } : null
    const { person: name, mine } = owners.get(action_id) ?? { person: '', mine: false }
    const owner = name === '' ? byDefault : { person: name, mine }
    const settled = settled_as === null ? state : settled_as === 'happened' ? 'settled as applied' : 'settled as not applied'
    states.set(action_id, { now: isOpen ? 'still unconfirmed' : settled, isOpen, owner: isOpen ? owner : null })
  }
}

async function otherStates(
  store: Database,
  table: 'approvals' | 'refunds',
  ids: readonly string[],
  states: States,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await store
    .selectFrom(table as 'refunds') // each has these columns
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute()
  for (const { id, state } of rows)
    states.set(id, { now: state === 'waiting' ? 'still waiting' : state, isOpen: state === 'waiting' })
}

async function guideStates(store: Database, ids: readonly string[], states: States): Promise<void> {
  if (ids.length === 0) return
  const rows = await store.selectFrom('guides').select(['id', 'ended_at']).where('id', 'in', ids).execute()
  for (const { id, ended_at } of rows)
    states.set(id, { now: ended_at === null ? 'still open' : 'ended', isOpen: ended_at === null })
}

async function promiseStates(store: Database, ids: readonly string[], states: States): Promise<void> {
  if (ids.length === 0) return
  const rows = await store.selectFrom('promises').select(['id', 'done_at']).where('id', 'in', ids).execute()
  for (const { id, done_at } of rows) states.set(id, { now: done_at === null ? 'still due' : 'done', isOpen: done_at === null })
}

/** A note has no end of its own; it's there to be read. */
async function noteStates(store: Database, ids: readonly string[], states: States): Promise<void> {
  if (ids.length === 0) return
  const rows = await store.selectFrom('notes').select('id').where('id', 'in', ids).execute()
  for (const { id } of rows) states.set(id, { now: 'to read', isOpen: false })
}

async function incidentItemStates(store: Database, ids: readonly string[], states: States): Promise<void> {
  for (const [id, state] of await incidentStatesOf(store, ids))
    states.set(id, { now: stateLabels[state], isOpen: state !== 'closed' })
}

async function alertStates(store: Database, ids: readonly string[], states: States): Promise<void> {
  if (ids.length === 0) return
  const rows = await store.selectFrom('alerts').select(['id', 'closed_by']).where('id', 'in', ids).execute()
  for (const { id, closed_by } of rows)
    states.set(id, { now: closed_by === null ? 'still open' : `closed by ${closed_by}`, isOpen: closed_by === null })
}

async function gapStates(store: Database, ids: readonly string[], states: States): Promise<void> {
  if (ids.length === 0) return
  const rows = await store.selectFrom('event_gaps').select(['id', 'to_at']).where('id', 'in', ids).execute()
  for (const { id, to_at } of rows)
    states.set(id, { now: to_at === null ? 'none yet' : 'events came again', isOpen: to_at === null })
}
