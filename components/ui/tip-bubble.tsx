import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'

/** `bar` is below what stands in the top bar, and above it on the phone, where the bar is at the bottom. */
export type TipPlace = { side?: 'top' | 'bottom' | 'bar'; align?: 'start' | 'center' | 'end' }

const sides = {
  top: 'bottom-full pb-1.5',
  bottom: 'top-full pt-1.5',
  bar: 'max-sm:bottom-full max-sm:pb-1.5 sm:top-full sm:pt-1.5',
}
const aligns = { start: 'left-0', center: 'left-1/2 -translate-x-1/2', end: 'right-0' }

/** The dark bubble. It stands in an element with the classes of `tipFrame`, which shows it on hover and on focus. */
export function TipBubble({ id, children, side = 'top', align = 'center' }: TipPlace & { id: string; children: ReactNode }) {
  return (
    <span
      id={id}
      role="tooltip"
      className={cn(
        'absolute z-20 hidden w-max max-w-72 animate-late group-hover/tip:block',
        'group-focus-visible/tip:block group-has-focus-visible/tip:block print:hidden!',
        sides[side],
        aligns[align],
      )}
    >
      <span className="block rounded-control bg-primary px-2 py-1.5 text-left font-normal font-sans text-meta text-on-primary tracking-normal tabular-nums whitespace-normal wrap-anywhere">
        {children}
      </span>
    </span>
  )
}
