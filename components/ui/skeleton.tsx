import { cn } from '@/lib/core/cn'

/** A bar where a text will stand. Give it the width and height of that text: nothing may move when it fills. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-late rounded-bar bg-neutral-bg', className)} />
}
