import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'

type Props = {
  term: string
  /** Takes a row of its own in a list of two columns. */
  wide?: boolean
  children: ReactNode
}

export function DataItem({ term, wide = false, children }: Props) {
  return (
    <>
      <dt className={cn('py-1.25 text-muted', wide && 'md:col-start-1')}>{term}</dt>
      <dd
        className={cn(
          'reveal-place flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 py-1.25 wrap-anywhere',
          wide && 'md:col-span-3',
        )}
      >
        {children}
      </dd>
    </>
  )
}
