import { Snowflake } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { subscriptionStatus } from '@/lib/subscription-words'

export function StatusBadge({ status }: { status: string }) {
  if (status === '') return <Badge kind="neutral">status not known</Badge>
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
