import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import type { Clock } from '@/components/ui/use-clock'
import type { Stamp } from '@/lib/known'
import { Aged } from './aged'

type Props = {
  label: string
  icon?: LucideIcon
  note?: ReactNode
  verb?: ReactNode
  /** How old the fact is and where it comes from, told by its label. */
  stamp?: Stamp | undefined
  clock: Clock
  children: ReactNode
}

/** A fact, its distance, and the verb that changes it, in one column. */
export function Fact({ label, icon, note, verb, stamp, clock, children }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 px-4 pt-2.5 pb-3 even:border-l max-md:nth-[n+3]:border-t md:not-first:border-l">
      <span className="flex items-center gap-1 text-meta text-muted">
        {icon && <Icon of={icon} size={12} />}
        <Aged stamp={stamp} clock={clock}>
          {label}
        </Aged>
        {stamp?.typed && <Badge kind="plain">typed</Badge>}
      </span>
      <span className="flex min-h-5 items-center gap-1.5 font-medium text-body tabular-nums">{children}</span>
      <span className="min-h-4 text-meta text-muted tabular-nums">{note}</span>
      {verb && <span className="mt-auto flex flex-wrap gap-1.5 pt-2">{verb}</span>}
    </div>
  )
}
