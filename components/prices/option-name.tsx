import { User } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { describeToday, type Today } from '@/lib/prices/today'

type Props = {
  name: string
  terms: ReactNode
  /** What a press does, read out only. */
  does?: string
  className?: string
}

/** What an option is called, and its own terms under that. */
export const OptionName = ({ name, terms, does, className }: Props) => (
  <span className={`min-w-0 flex-auto ${className ?? ''}`}>
    {does !== undefined && <span className="sr-only">{does}: </span>}
    <span className="block break-words font-semibold text-body">{name}</span>
    <span className="block text-meta text-muted">{terms}</span>
  </span>
)

/** What is paid today, marked as no option. */
export const TodayName = ({ today }: { today: Today }) => (
  <>
    <span
      aria-hidden
      className="grid size-5.5 flex-none place-items-center rounded-chip border border-line-control border-dashed text-muted"
    >
      <Icon of={User} size={12} />
    </span>
    <OptionName name={today.name} terms={describeToday(today)} />
  </>
)
