import type { LucideIcon } from 'lucide-react'
import { cn } from '@/lib/core/cn'

const strokes = { 12: 2.25, 14: 2, 16: 1.75, 20: 1.5 } as const

type Props = { of: LucideIcon; size?: keyof typeof strokes; className?: string }

/** An icon never speaks for itself: a word stands beside it or the button has a name. Smaller icons get a thicker stroke. */
export function Icon({ of: Drawing, size = 16, className }: Props) {
  return <Drawing aria-hidden size={size} strokeWidth={strokes[size]} className={cn('flex-none', className)} />
}
