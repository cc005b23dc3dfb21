'use client'

import { late } from '@/components/ui/late'
import { OrderSkeleton } from './order-skeleton'

/** The form is drawn in the browser alone: what was typed the last time is only read there. */
export const NewOrder = late(() => import('./new-order-form').then((file) => file.NewOrderForm), <OrderSkeleton />)
