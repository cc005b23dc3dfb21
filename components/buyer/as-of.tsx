'use client'

import { RefreshCw } from 'lucide'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { useClock } from '@/components/ui/use-clock'
import { exactTime } from '@/lib/core/dates'
import { formatClock } from '@/lib/knowledge/stamp-words'

type Props = {
  /** What is refreshed, where that is not the whole page. */
  of?: 'prices'
  /** When the oldest fact on the page was read, in milliseconds; 0 before anything was. */
  asOf: number
  isRefreshing: boolean
  /** It could not be read again since. */
  isStale?: boolean
  onRefresh: () => void
}

/** How old the page is, and the way to read it again. What is known stays on screen meanwhile. */
export function AsOf({ of, asOf, isRefreshing, isStale = false, onRefresh }: Props) {
  const { now, zone, settled } = useClock(asOf)
  const time = asOf === 0 ? '–' : `${formatClock(asOf, now, zone)}${settled ? '' : ' UTC'}`
  return (
    <Button
      size="small"
      variant={isStale ? 'aged' : 'default'}
      className="tabular-nums"
      onClick={onRefresh}
      aria-label={of ? `Refresh ${of}, priced at ${time}` : `As of ${time}. Refresh.`}
      tip={asOf === 0 ? 'Nothing loaded yet.' : `Loaded ${exactTime(asOf, zone)}. Select to refresh.`}
      tipPlace={{ side: 'bottom', align: 'end' }}
    >
      {isRefreshing ? 'refreshing' : `${of ? 'priced' : 'as of'} ${time}`}
      <Icon of={RefreshCw} size={14} />
    </Button>
  )
}
