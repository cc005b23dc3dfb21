import type { IconNode } from 'lucide'
import { createElement } from 'react'
import { cn } from '@/lib/core/cn'

const strokes = { 12: 2.25, 14: 2, 16: 1.75, 20: 1.5 } as const

type Props = { of: IconNode; size?: keyof typeof strokes; className?: string }

/** An icon never speaks for itself: a word stands beside it or the button has a name. Smaller icons get a thicker stroke. */
export function Icon({ of: shapes, size = 16, className }: Props) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokes[size]}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cn('flex-none', className)}
    >
      {shapes.map(([tag, shape]) => createElement(tag, { key: JSON.stringify(shape), ...shape }))}
    </svg>
  )
}
