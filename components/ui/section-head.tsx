import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'
import { Count } from './card-head'

type Props = {
  title: string
  /** For `aria-labelledby` of the section. */
  id?: string
  count?: number
  children?: ReactNode
  className?: string
}

export function SectionHead({ title, id, count, children, className }: Props) {
  return (
    <div className={cn('mb-2 flex min-h-8 flex-wrap items-center gap-2', className)}>
      <h2 id={id} className="font-semibold text-head">
        {title}
      </h2>
      {count !== undefined && <Count of={count} />}
      <span className="ml-auto flex items-center gap-2">{children}</span>
    </div>
  )
}
