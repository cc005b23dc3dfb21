import type { ComponentProps } from 'react'
import { cn } from '@/lib/core/cn'

const looks = {
  normal: 'h-7 rounded-control px-2 text-table max-sm:h-10',
  small: 'h-5.5 rounded-chip px-1.5 text-meta',
}

/** A quiet outline around a fact: country, merchant account, "as of 14:02". */
export function Chip({ size = 'normal', className, ...props }: ComponentProps<'span'> & { size?: keyof typeof looks }) {
  return (
    <span
      {...props}
      className={cn(
        'inline-flex flex-none items-center gap-1.5 whitespace-nowrap border text-ink-2 tabular-nums [&_svg]:text-muted',
        looks[size],
        className,
      )}
    />
  )
}
