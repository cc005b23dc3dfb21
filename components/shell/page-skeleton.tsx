import { Card } from '@/components/ui/card'
import { Frame } from '@/components/ui/frame'
import { Skeleton } from '@/components/ui/skeleton'
import { SkeletonRows } from '@/components/ui/skeleton-rows'

/** While a page of the desk is read: head, a wide column of rows, a narrow one of facts. */
export function PageSkeleton() {
  return (
    <Frame page aria-busy>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="mb-6 h-7 w-48" />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card as="div">
          <SkeletonRows rows={6} />
        </Card>
        <Card as="div" className="grid gap-3 p-4 max-md:hidden">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
        </Card>
      </div>
    </Frame>
  )
}
