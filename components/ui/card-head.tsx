import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'

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

const whole = new Intl.NumberFormat('en')

export function Count({ of }: { of: number }) {
  return (
    <span className="min-w-4.5 flex-none rounded-full bg-neutral-bg px-1.5 text-center font-medium text-[0.75rem]/4.5 text-ink-2 tabular-nums">
      {whole.format(of)}
    </span>
  )
}
