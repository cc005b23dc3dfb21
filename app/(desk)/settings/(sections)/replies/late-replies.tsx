'use client'

import { late } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'

/** The texts of replies and what edits them come after the page. */
export const LateReplies = late(
  () => import('@/components/settings/replies-card').then((file) => file.RepliesCard),
  <Skeleton className="h-96 w-full" />,
)
