import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Count } from './count'

type Props = {
  title: ReactNode
  /** For `aria-labelledby` of the card. */
  id?: string
  level?: 2 | 3
  count?: number
  /** Directly after the title: a code, a badge. */
  beside?: ReactNode
  /** At the right end: a stamp, an id, buttons. */
  children?: ReactNode
  className?: string
}

export function CardHead({ title, id, level = 2, count, beside, children, className }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={cn('flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b py-1.5 pr-2 pl-4', className)}>
      <Heading id={id} className={cn('min-w-0 font-semibold', level === 2 ? 'text-head' : 'text-table')}>
        {title}
      </Heading>
      {count !== undefined && <Count of={count} />}
      {beside}
      <span className="ml-auto flex min-w-0 items-center gap-2">{children}</span>
    </div>
  )
}
