'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { waitingQuery } from '@/lib/client/waiting-query'

/** How many actions of the person nobody answered. It stays in the bar of every page until each is settled. */
export function UnconfirmedBadge() {
  const { data } = useQuery(waitingQuery)
  const count = data?.unconfirmed.length ?? 0
  if (count === 0) return null
  return (
    <Link href="/journal?outcome=open" className="touch-area relative inline-flex">
      <Badge kind="unconfirmed">
        {count}
        <span className="max-sm:sr-only"> unconfirmed</span>
      </Badge>
    </Link>
  )
}
