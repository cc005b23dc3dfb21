'use client'

import { Card } from '@/components/ui/card'
import { late } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'

/** The form is drawn in the browser alone: it names countries and languages, and a server may name them differently. */
export const NewBuyer = late(
  () => import('./new-buyer-form').then((file) => file.NewBuyerForm),
  <Card as="div" className="grid max-w-dialog gap-4 p-5" aria-busy>
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-9 w-full" />
  </Card>,
)
