import { cn } from '@/lib/cn'
import { Tip } from './tip'
import type { TipPlace } from './tip-bubble'

type Props = TipPlace & {
  /** `Y-m-d H:i:s` as the service gives it. */
  value: string | null | undefined
  /** False where a heading already says "service time"; the words are then read out only. */
  labelled?: boolean
  focusable?: boolean
  className?: string
}

/** A time of the service, shown as given: its zone is not documented, so nothing is converted. */
export function ServiceTime({ value, labelled = true, className, ...tip }: Props) {
  if (!value) return <span className={cn('text-muted', className)}>–</span>
  return (
    <Tip text="Service time, as given. The service does not say in which zone." className={className} {...tip}>
      <span className="whitespace-nowrap tabular-nums">{value}</span>
      <span className={labelled ? 'ml-1 text-meta text-muted' : 'sr-only'}> service time</span>
    </Tip>
  )
}
