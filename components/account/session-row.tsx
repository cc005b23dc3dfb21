import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import type { Session } from '@/lib/session'

type Props = { session: Session; ending: boolean; onEnd: () => void }

export function SessionRow({ session: { browser, address, startedAt, seenAt, isThis }, ending, onEnd }: Props) {
  const name = browser ?? 'a browser'
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4 text-table">
      <div className="min-w-0 flex-auto">
        <span className="font-medium">{name}</span>
        {isThis && (
          <Badge kind="plain" className="ml-2">
            this one
          </Badge>
        )}
        <p className="text-meta text-muted">
          from {address ?? 'an address not noted'}, started <Time at={startedAt} />, last seen <Time at={seenAt} />
        </p>
      </div>
      {!isThis && (
        <Button size="small" aria-label={`End the session of ${name}`} aria-busy={ending || undefined} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
