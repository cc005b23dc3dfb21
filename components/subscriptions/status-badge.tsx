import { Snowflake } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { subscriptionStatus } from '@/lib/subscription-words'

export function StatusBadge({ status }: { status: string }) {
  const known = subscriptionStatus(status)
  if (known === null) {
    return (
      <Badge kind="neutral" raw>
        {status}
      </Badge>
    )
  }
  return (
    <Badge kind={known.kind} icon={status === 'frozen' ? Snowflake : undefined}>
      {status}
    </Badge>
  )
}
