import type { ComponentProps } from 'react'
import { cn } from '@/lib/core/cn'

/** The width of the content with its gutters. `page` adds the room above and below; on the phone the bar lies at the bottom. */
export function Frame({ page = false, className, ...props }: ComponentProps<'div'> & { page?: boolean }) {
  return (
    <div
      {...props}
      className={cn('mx-auto w-full max-w-frame px-gutter', page && 'pt-6 pb-16 max-sm:pt-4 max-sm:pb-22', className)}
    />
  )
}
