import { Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/core/cn'

/** Where the reply stands in the band. It has the room of most replies before its words come, so that nothing under it moves then. */
export const replyPlace = cn(
  'flex min-w-0 flex-col py-3 pr-4 pl-5 max-lg:col-span-full max-lg:border-t lg:border-l',
  'min-h-42 max-sm:min-h-60 lg:min-h-48 lg:in-data-long-reply:min-h-53',
)

/** What of that room its words have. */
export const replyRoom =
  'mt-1 mb-2.5 min-h-0 overflow-y-auto focus-visible:-outline-offset-2 max-sm:max-h-38 sm:max-lg:max-h-22 lg:max-h-26.5 lg:in-data-long-reply:max-h-31.5'

/** The reply and its room while it or its words are loaded. */
export const ReplySkeleton = () => (
  <div className={replyPlace}>
    <span className="min-h-5 font-medium text-meta text-muted">Reply</span>
    <div aria-busy className="mt-1 grid content-start gap-2">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  </div>
)
