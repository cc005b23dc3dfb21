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
