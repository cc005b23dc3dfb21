import type { Database } from '@/lib/database/open'
import type { Browser, RequestOptions } from './browser'
import type { Evidence } from './evidence'
import { settingOf } from './target-states'

/** A command as somebody gave it. */
export type GivenCommand = { browser: Browser; method: string; path: string; options: RequestOptions }

/**
 * Asks for each command once more, as after a lost answer, and compares what is said of what it set with the service: without a word that still holds,
 * and where it's said to have been changed, it has been. What may have been changed is either.
 */
export async function untrueRepeats(
  given: ReadonlyMap<string, GivenCommand>,
  { deliveries, actions, world }: Pick<Evidence, 'deliveries' | 'actions' | 'world'>,
  address: string,
): Promise<string[]> {
  const done = new Set(actions.flatMap(({ actionId, state, settledAs }) => (isDone(state, settledAs) ? [actionId] : [])))
  const settings = deliveries.flatMap((delivery) => settingOf(delivery) ?? [])
  const untrue = settings.map(async ({ actionId, field, value }) => {
    const command = given.get(actionId)
    if (!command || !done.has(actionId) || !world.has(field)) return []
    const { headers } = await command.browser.ask(address, command.method, command.path, command.options)
    const said = headers['x-changed-since'] ?? 'no'
    const holds = world.get(field) === value
    if (headers['x-replayed'] !== 'true' || headers['x-outcome'] !== 'done' || said === 'maybe' || holds === (said === 'no'))
      return []
    const now = `${field} was set to ${JSON.stringify(value)} and is ${JSON.stringify(world.get(field))}`
    return [`A repeat says whether what was done still holds: ${now}, and of ${actionId} it's said that it was changed: ${said}`]
  })
  return (await Promise.all(untrue)).flat()
}

const isDone = (state: string, settledAs: string | null | undefined) => state === 'done' || settledAs === 'happened'

/**
 * What is known of a thing is what the service says of it, once nothing is open there: whatever was asked, answered and settled in which order. Where nothing is
 * known, nothing is said. What a person has typed is their word.
 */
export async function untrueFacts(
  database: Database,
  { deliveries, actions, world }: Pick<Evidence, 'deliveries' | 'actions' | 'world'>,
): Promise<string[]> {
  const ended = new Set(actions.flatMap((action) => (isOver(action) ? [action.actionId] : [])))
  const open = new Set(deliveries.flatMap(({ actionId, target }) => (actionId !== null && ended.has(actionId) ? [] : [target])))
  const facts = await database.selectFrom('facts').select(['buyer_id', 'entity', 'field', 'value', 'source']).execute()
  return facts.flatMap(({ buyer_id, entity, field, value, source }) => {
    const target = entity === 'buyer' ? `buyer:${buyer_id}` : entity
    const name = `${target} ${field === 'product' ? 'productId' : field}`
    const known = told(field, JSON.parse(value))
    if (known === null || source === 'person' || !world.has(name) || open.has(target) || world.get(name) === known) return []
    const now = JSON.stringify(world.get(name))
    return [`What is known is what the service says: by ${source}, ${name} is known as ${JSON.stringify(known)}, and is ${now}`]
  })
}

/** Whether nothing can come of an action any more, as far as it's told: the first of two tries at one may still arrive. */
const isOver = ({ state, settledAs, settledHow }: Evidence['actions'][number]) =>
  (state !== 'unconfirmed' && state !== 'sent') || (settledAs === 'happened' && settledHow !== 'sent-again')

function told(field: string, value: unknown): unknown {
  if (field === 'product') return (value as { id?: string } | null)?.id ?? null
  return field === 'endDate' && typeof value === 'string' ? value.slice(0, 10) : value
}
