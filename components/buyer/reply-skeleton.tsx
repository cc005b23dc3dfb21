import { Skeleton } from '@/components/ui/skeleton'

/** The room of a reply while its words are loaded. */
export const ReplySkeleton = () => (
  <div className="mt-1 grid min-h-36 content-start gap-2">
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-2/3" />
  </div>
)
