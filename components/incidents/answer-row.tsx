import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'

const tones = {
  plain: 'text-muted',
  settled: 'text-settled',
  declined: 'text-declined',
  deferred: 'text-deferred',
  unconfirmed: 'text-unconfirmed',
}

type Props = {
  icon: IconNode
  tone?: keyof typeof tones
  title: ReactNode
  says?: ReactNode
  count?: number
  /** Opens the rows that are counted. */
  onOpen?: () => void
  isOpen?: boolean
  /** Buttons in place of the count. */
  children?: ReactNode
}

/** One answer of a card: what, why, and how many, with the way to exactly these. */
export function AnswerRow({ icon, tone = 'plain', title, says, count, onOpen, isOpen = false, children }: Props) {
  return (
    <div className="grid min-h-13 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b py-2 pr-3 pl-4 text-table last:border-b-0">
      <Icon of={icon} className={tones[tone]} />
      <div className="min-w-0">
        <span className="block font-medium">{title}</span>
        {says && <span className="block text-meta text-muted">{says}</span>}
      </div>
      <span className="flex items-center gap-2">
        {onOpen && count !== undefined && count > 0 && (
          <Button
            variant="link"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} ${typeof title === 'string' ? title.toLowerCase() : 'rows'}`}
            onClick={onOpen}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
        {count !== undefined && (
          <span className={cn('mr-1 font-semibold text-body tabular-nums', count === 0 && 'font-normal text-muted')}>
            {count.toLocaleString('en')}
          </span>
        )}
        {children}
      </span>
    </div>
  )
}
