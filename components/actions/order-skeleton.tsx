import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

export function OrderSkeleton() {
  return (
    <Card as="div" className="grid max-w-dialog gap-4 p-5" aria-busy>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </Card>
  )
}
