'use client'

import dynamic from 'next/dynamic'
import { OrderSkeleton } from './order-skeleton'

/** The form is drawn in the browser alone: what was typed the last time is only read there. */
export const NewOrder = dynamic(() => import('./new-order-form').then((loaded) => loaded.NewOrderForm), {
  ssr: false,
  loading: OrderSkeleton,
})
