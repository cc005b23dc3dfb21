import { Skeleton } from '@/components/ui/skeleton'

/** Where the reply stands in the band. */
export const replyPlace = 'flex min-w-0 flex-col py-3 pr-4 pl-5 max-lg:col-span-full max-lg:border-t lg:border-l'

/** The reply and its room while it or its words are loaded. */
export const ReplySkeleton = () => (
  <div className={replyPlace}>
    <span className="min-h-5 font-medium text-meta text-muted">Reply</span>
    <div aria-busy className="mt-1 grid min-h-40 content-start gap-2">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  </div>
)
