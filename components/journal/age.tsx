'use client'

import { relativeTime } from '@/components/ui/relative-time'
import { useNow } from '@/components/ui/use-now'

/** How long something has been open: `12 min`. Nothing until the viewer's clock is known. */
export function Age({ since }: { since: string }) {
  const now = useNow()
  if (now === undefined) return null
  return <span className="text-meta text-muted tabular-nums">{relativeTime(Date.parse(since), now).replace(' ago', '')}</span>
}
