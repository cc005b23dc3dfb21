import type { Today } from './today'
import type { Option } from './workbench'

/**
 * What an option does to what is paid today: takes its place, takes its place with a purchase on top, comes on top of it, concerns
 * another subscription, or that one and the one paid today.
 */
export type Bearing = 'replaces' | 'replacesAndAdds' | 'adds' | 'other' | 'both'

/**
 * A purchase ends no subscription, so alone it adds to one that runs; beside a line that acts on the subscription that is paid today it
 * adds to that line alone. Null where there's nothing that an option could replace or add to.
 */
export function bearingOn({ lines }: Option, { subscription }: Today): Bearing | null {
  if (subscription === null) return null
  const isActive = subscription.status === 'active'
  const acting = lines.filter(({ action }) => action !== 'purchase')
  if (acting.length === 0) return isActive ? 'adds' : null
  const own = subscription.id.toLowerCase()
  const others = acting.filter((line) => line.subscription.trim().toLowerCase() !== own)
  if (others.length > 0) return others.length < acting.length ? 'both' : 'other'
  return isActive && acting.length < lines.length ? 'replacesAndAdds' : 'replaces'
}

/** Whether its price may be compared with today's: it takes the place of nothing else. */
export const isComparable = (bearing: Bearing | null): boolean => bearing === 'replaces' || bearing === 'replacesAndAdds'

/** That beside its price, where the price alone could be misread. */
export function describeBearing(bearing: Bearing | null): string | null {
  if (bearing === 'adds') return 'adds to what they pay today'
  if (bearing === 'replacesAndAdds') return 'replaces what they pay today, with the purchase on top'
  if (bearing === 'both') return 'acts on another subscription, too'
  return bearing === 'other' ? 'acts on another subscription' : null
}
