import { applied } from './applied'
import type { Evidence } from './evidence'
import type { Delivery } from './witness'

type Setting = { field: string; value: unknown; actionId: string }

/** The field of a target that a command sets, and to what. Commands that make something set nothing. */
export function settingOf({ operation, target, body, actionId }: Delivery): Setting | null {
  if (actionId === null) return null
  const set = (field: string, value: unknown) => ({ field: `${target} ${field}`, value, actionId })
  switch (operation) {
    case 'changeAutochargeStatus':
      return set('autoChargeStatus', body.autochargeStatus)
    case 'changeExpirationDate':
      return set('endDate', body.expirationDate)
    case 'downgradeSubscription':
      return set('productId', body.productId)
    case 'disableToken':
      return set('isEnabled', false)
    case 'enableToken':
      return set('isEnabled', true)
    case 'changeBuyerEmail':
      return set('email', body.email)
    default:
      return null
  }
}

/**
 * The state of every target is what its last `done` in journal order set. Where an action on it was ever unconfirmed, nobody can know
 * when the service applied it, so what it set will do as well, if the service applied it at all.
 */
export function wrongStates(evidence: Evidence): string[] {
  const { deliveries, entries, world } = evidence
  const isApplied = applied(evidence)
  const outcomes = entries.filter(({ kind, actionId }) => actionId !== null && kind.endsWith('outcome'))
  const doubtful = new Set(outcomes.filter(({ state }) => state === 'unconfirmed').map(({ actionId }) => actionId))
  const doneAt = new Map(outcomes.filter(({ state }) => state === 'done').map(({ actionId, seq }) => [actionId, seq]))
  const settings = new Map<string, Setting[]>()
  for (const setting of deliveries.flatMap((delivery) => settingOf(delivery) ?? []))
    settings.set(setting.field, [...(settings.get(setting.field) ?? []), setting])
  return [...settings].flatMap(([field, all]) => {
    const sure = all.filter(({ actionId }) => doneAt.has(actionId) && !doubtful.has(actionId))
    const last = sure.toSorted((a, b) => (doneAt.get(a.actionId) ?? 0) - (doneAt.get(b.actionId) ?? 0)).at(-1)
    if (!last || !world.has(field)) return []
    const possible = [last, ...all.filter(({ actionId }) => doubtful.has(actionId) && isApplied.get(actionId))]
    const now = world.get(field)
    if (possible.some(({ value }) => value === now)) return []
    const wanted = [...new Set(possible.map(({ value }) => JSON.stringify(value)))].join(' or ')
    return [`The state of every target is its last done in journal order: ${field} is ${JSON.stringify(now)}, not ${wanted}`]
  })
}
