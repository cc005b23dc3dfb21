'use client'

import dynamic from 'next/dynamic'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

/** The form is drawn in the browser alone: what was typed the last time is only read there. */
export const NewOrder = dynamic(() => import('./new-order-form').then((loaded) => loaded.NewOrderForm), {
  ssr: false,
  loading: () => (
    <Card as="div" className="grid max-w-dialog gap-4 p-5" aria-busy>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </Card>
  ),
})
