import type { ComponentProps } from 'react'
import { cn } from '@/lib/core/cn'

/** The width of the content with its gutters. `page` adds the room above and below, less above where it is `tight`; on the phone the bar lies at the bottom. */
export function Frame({
  page = false,
  tight = false,
  className,
  ...props
}: ComponentProps<'div'> & { page?: boolean; tight?: boolean }) {
  return (
    <div
      {...props}
      className={cn(
        'mx-auto w-full max-w-frame px-gutter',
        page && 'pb-16 max-sm:pb-22',
        page && (tight ? 'pt-3' : 'pt-6 max-sm:pt-4'),
        className,
      )}
    />
  )
}
