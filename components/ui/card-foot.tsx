import type { ComponentProps } from 'react'
import { cn } from '@/lib/core/cn'

export function CardFoot({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('flex min-h-10 items-center gap-2 border-t px-4 py-2 text-meta text-muted', className)} />
}
