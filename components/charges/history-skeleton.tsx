import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { SkeletonRows } from '@/components/ui/skeleton-rows'

/** Filters and rows of the history before its first answer. */
export function HistorySkeleton() {
  return (
    <div aria-busy>
      <p role="status" className="sr-only">
        Loading charge history
      </p>
      <Skeleton className="mb-2 h-7.5 w-80 max-w-full rounded-control" />
      <Card as="div">
        <SkeletonRows rows={6} />
      </Card>
    </div>
  )
}
