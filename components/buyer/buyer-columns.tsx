'use client'

import type { ReactNode } from 'react'
import { useStaying } from '@/components/ui/use-staying'
import { cn } from '@/lib/core/cn'

type Props = {
  answer: ReactNode
  /** Guided steps, beside all of the page while they are open. */
  rail: ReactNode | null
  main: ReactNode
  /** Beside the main column where there is room, and under it while steps are open. */
  aside: ReactNode
  identity: ReactNode
}

const column = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 print:block'

/**
 * The columns of a buyer's page. The rail sticks under the header and scrolls inside itself; where there is no room beside the page it
 * comes first. What is shown stays what it is while the rail opens and closes. Beside a long history the other column stays in sight.
 */
export function BuyerColumns({ answer, rail, main, aside, identity }: Props) {
  const staying = useStaying<HTMLElement>()
  return (
    <div className={cn(column, rail !== null && 'md:grid-cols-[minmax(0,1fr)_25rem] md:gap-x-6 md:[&>*]:col-start-1')}>
      <div className={column}>{answer}</div>
      {rail !== null && (
        <div className="min-w-0 max-md:order-first print:hidden md:sticky md:top-17 md:col-start-2! md:row-span-3 md:row-start-1 md:self-start">
          {rail}
        </div>
      )}
      <div className={cn(column, 'items-start gap-x-6', rail === null && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]')}>
        <div className={column}>{main}</div>
        <aside
          ref={staying}
          aria-label="About the buyer"
          className={cn(column, 'print:hidden', rail === null && 'lg:sticky lg:top-(--stay)')}
        >
          {aside}
        </aside>
      </div>
      {identity}
    </div>
  )
}
