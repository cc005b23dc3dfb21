import { Skeleton } from './skeleton'

/** Rows of a list: node, two lines, amount at the end. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <div aria-hidden className="divide-y">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never change places.
        <div key={row} className="flex min-h-13 items-center gap-3 px-4">
          <Skeleton className="size-6 rounded-full" />
          <div className="grid flex-auto gap-1.5">
            <Skeleton className="h-3 w-37" />
            <Skeleton className="h-2.5 w-49 max-w-full" />
          </div>
          <div className="grid justify-items-end gap-1.5">
            <Skeleton className="h-3 w-21" />
            <Skeleton className="h-2.5 w-16" />
          </div>
        </div>
      ))}
    </div>
  )
}
