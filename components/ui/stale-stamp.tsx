import { RefreshCw } from 'lucide'
import { Button } from './button'
import { Icon } from './icon'

type Props = {
  /** As `05:12`; null where nobody knows how old it is. */
  time: string | null
  /** Why only this could not be refreshed; null where nothing on the page could, which is said elsewhere. */
  because: string | null
  onRetry: () => void
}

/** How old the facts of a card are that could not be refreshed, and the way to try again. */
export function StaleStamp({ time, because, onRetry }: Props) {
  const stamp = time === null ? 'not refreshed' : `as of ${time}`
  if (because === null) return <span className="pr-2 text-meta text-muted tabular-nums">{stamp}</span>
  return (
    <Button
      size="tiny"
      variant="aged"
      className="tabular-nums"
      aria-label={`Try again, ${stamp}`}
      tip={because}
      tipPlace={{ side: 'bottom', align: 'end' }}
      onClick={onRetry}
    >
      {stamp}
      <Icon of={RefreshCw} size={14} />
    </Button>
  )
}
