import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

/** One card with its four facts. */
export function SubscriptionsSkeleton() {
  return (
    <Card as="div" aria-busy>
      <p role="status" className="sr-only">
        Reading the subscriptions
      </p>
      <div className="flex min-h-11 items-center gap-2 border-b px-4">
        <Skeleton className="h-3.5 w-43" />
        <Skeleton className="h-5 w-14" />
      </div>
      <div className="grid grid-cols-2 md:grid-cols-4">
        {['Started', 'End date', 'Autocharge', 'Plan'].map((fact) => (
          <div key={fact} className="grid gap-1.5 px-4 pt-3 pb-4">
            <Skeleton className="h-2.5 w-13" />
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-2.5 w-18" />
          </div>
        ))}
      </div>
    </Card>
  )
}
