import { fewestGroups } from './fewest-groups'
import { priceBody } from './price-body'
import type { Option, Workbench } from './workbench'

export type Cell = { option: Option; currency: string }
/** One request: options that may stand together, in one currency. */
export type Planned = { currency: string; options: Option[] }

/** Our own handler takes 64 KiB; the rest is room for what it adds. */
const maxBytes = 48 * 1024

/**
 * The fewest requests for the given cells: one currency each, no subscription twice in one (service-interface, prices for oneclick,
 * rule 1), none larger than our handler takes. Each cell stands in exactly one. The order is that of the first cells.
 */
export function planRequests(cells: readonly Cell[], setting: Pick<Workbench, 'locale' | 'isMobile'>): Planned[] {
  const currencies = [...new Set(cells.map(({ currency }) => currency))]
  return currencies.flatMap((currency) => {
    const options = cells.filter((cell) => cell.currency === currency).map(({ option }) => option)
    return fewestGroups(options, subscriptionsOf).flatMap((group) =>
      cutToSize(group, (some) => JSON.stringify(priceBody(some, currency, setting)).length <= maxBytes).map((some) => ({
        currency,
        options: some,
      })),
    )
  })
}

/** The subscriptions an option acts on. */
export const subscriptionsOf = ({ lines }: Option): string[] =>
  lines.flatMap(({ action, subscription }) => (action === 'purchase' ? [] : [subscription.trim().toLowerCase()]))

function cutToSize(options: Option[], fits: (some: Option[]) => boolean): Option[][] {
  if (options.length < 2 || fits(options)) return [options]
  const middle = Math.ceil(options.length / 2)
  return [options.slice(0, middle), options.slice(middle)].flatMap((half) => cutToSize(half, fits))
}
