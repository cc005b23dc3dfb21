import { SkeletonRows } from '@/components/ui/skeleton-rows'

/** Rows of the history before its first answer. */
export function HistorySkeleton() {
  return (
    <div aria-busy>
      <p role="status" className="sr-only">
        Loading charge history
      </p>
      <SkeletonRows rows={4} />
    </div>
  )
}
