import type { ComponentProps } from 'react'
import { cn } from '@/lib/core/cn'

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('px-4 py-3', className)} />
}
