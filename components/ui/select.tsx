import { ChevronDown } from 'lucide'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/core/cn'
import { type ControlSize, controlClass } from './control-class'
import { Icon } from './icon'

type Props = Omit<ComponentProps<'select'>, 'size'> & { size?: ControlSize }

/** The browser's own select: keyboard, type-ahead and the phone's wheel come with it. */
export function Select({ size, className, ...props }: Props) {
  return (
    <span className={cn('relative block', className)}>
      <select {...props} className={cn(controlClass(size), 'appearance-none pr-8!')} />
      <Icon of={ChevronDown} size={14} className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted" />
    </span>
  )
}
