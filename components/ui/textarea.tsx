import type { ComponentProps } from 'react'
import { cn } from '@/lib/core/cn'
import { controlClass } from './control-class'

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} rows={rows} className={cn(controlClass(), 'h-auto! resize-y py-1.5', className)} />
}
