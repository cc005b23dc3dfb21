'use client'

import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/core/cn'

/**
 * Rows of 36 px with hairlines, for a card. Cells take `text-right tabular-nums` for numbers. A wide table scrolls by itself, shows that it
 * does, and takes the focus then, so that arrow keys scroll it.
 */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  const box = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => {
      const { scrollWidth = 0, clientWidth = 0 } = entry?.target ?? {}
      setWide(scrollWidth > clientWidth)
    })
    if (box.current) measured.observe(box.current)
    return () => measured.disconnect()
  }, [])
  return (
    <div ref={box} tabIndex={isWide ? 0 : undefined} className="scrolls-sideways rounded-b-card focus-visible:-outline-offset-2">
      <table
        {...props}
        className={cn(
          'w-full border-collapse text-table',
          '[&_th]:h-8 [&_th]:whitespace-nowrap [&_th]:border-b [&_th]:px-2 [&_th]:text-left [&_th]:font-medium [&_th]:text-meta [&_th]:text-muted',
          '[&_td]:h-row [&_td]:whitespace-nowrap [&_td]:border-b [&_td]:px-2 [&_tbody_tr:last-child_td]:border-b-0',
          '[&_tr>:first-child]:pl-4 [&_tr>:last-child]:pr-4',
          className,
        )}
      />
    </div>
  )
}
