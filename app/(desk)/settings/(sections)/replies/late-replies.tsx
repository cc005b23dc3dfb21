'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '@/components/ui/skeleton'

/** The texts of replies and what edits them come after the page. */
export const LateReplies = dynamic(() => import('@/components/settings/replies-card').then((module) => module.RepliesCard), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
})
