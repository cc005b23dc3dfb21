'use client'

import { useQuery } from '@tanstack/react-query'
import { waitingQuery } from '@/lib/client/waiting-query'

/** How many refunds the person may decide now. */
export function RefundsCount() {
  const count = useQuery(waitingQuery).data?.refunds.waiting
  return count ? (
    <span className="font-normal text-muted tabular-nums">
      {count}
      <span className="sr-only"> to decide</span>
    </span>
  ) : null
}
