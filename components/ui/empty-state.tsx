import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'

type Props = {
  icon: IconNode
  title: string
  level?: 1 | 2 | 3
  /** What to do next, in a sentence. */
  children: ReactNode
  /** The buttons for it. */
  actions?: ReactNode
  /** Under the buttons: a trace id. */
  detail?: ReactNode
  className?: string
}

export function EmptyState({ icon, title, level = 3, children, actions, detail, className }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className={cn('grid justify-items-center gap-2 px-6 py-10 text-center text-muted text-table', className)}>
      <Icon of={icon} size={20} />
      <Heading className="font-semibold text-body text-ink">{title}</Heading>
      <p className="max-w-[44ch] text-balance">{children}</p>
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
      {detail && <div className="mt-2 text-meta">{detail}</div>}
    </div>
  )
}
