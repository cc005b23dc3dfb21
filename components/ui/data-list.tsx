import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'

/** Terms and facts, in one column of pairs, or two where there is room. Its children are `DataItem`. */
export function DataList({ children, two = false, className }: { children: ReactNode; two?: boolean; className?: string }) {
  return (
    <dl
      className={cn(
        'grid grid-cols-[6.5rem_minmax(0,1fr)] text-table',
        two && 'gap-x-3 md:grid-cols-[7rem_minmax(0,1fr)_7rem_minmax(0,1fr)]',
        className,
      )}
    >
      {children}
    </dl>
  )
}
