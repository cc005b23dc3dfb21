import { Skeleton } from '@/components/ui/skeleton'
import { journalColumns } from './journal-columns'

/** Rows of the journal before they are there. */
export function JournalSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy>
      <p role="status" className="sr-only">
        Loading the journal
      </p>
      <div aria-hidden className="divide-y">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never change places.
          <div key={row} className={`${journalColumns} items-center gap-y-2 max-md:py-3 md:h-8.5`}>
            <Skeleton className="h-3 w-14 max-md:order-4" />
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3 w-36 max-md:order-first" />
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3 w-20 max-lg:hidden" />
            <Skeleton className="h-3 w-14" />
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-3 w-24 max-lg:hidden" />
          </div>
        ))}
      </div>
    </div>
  )
}
