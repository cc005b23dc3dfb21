import type { IconNode } from 'lucide'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/core/cn'
import { type ControlSize, controlClass } from './control-class'
import { Icon } from './icon'

type Props = Omit<ComponentProps<'input'>, 'size'> & { size?: ControlSize; icon?: IconNode }

export function Input({ size, icon, className, ...props }: Props) {
  if (!icon) return <input {...props} className={cn(controlClass(size), className)} />
  return (
    <span className={cn('relative block', className)}>
      <Icon of={icon} size={14} className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
      <input {...props} className={cn(controlClass(size), 'pl-8!')} />
    </span>
  )
}
