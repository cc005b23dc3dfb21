import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'
import { StateGlyph } from './state-glyph'
import type { StateKind } from './state-kind'

const looks = {
  settled: 'border-settled-line bg-settled-bg text-settled',
  declined: 'border-declined-line bg-declined-bg text-declined',
  deferred: 'border-deferred-line bg-deferred-bg text-deferred',
  unconfirmed: 'border-unconfirmed-line bg-hatch text-unconfirmed',
  neutral: 'border-neutral-line bg-neutral-bg text-neutral',
  plain: 'border-neutral-line text-ink-2',
}

type Props = {
  /** `plain` is a label without a state: a role, a switch that is on. It has no glyph unless one is given. */
  kind: StateKind | 'plain'
  icon?: IconNode
  /** A value shown as it came from the service: mono, without a glyph. */
  raw?: boolean
  children: ReactNode
  className?: string
}

export function Badge({ kind, icon, raw = false, children, className }: Props) {
  return (
    <span
      className={cn(
        'inline-flex h-5 flex-none items-center gap-1 whitespace-nowrap rounded-chip border px-1.5 text-[0.75rem]/4.5',
        raw ? 'font-mono tracking-mono' : 'font-medium',
        looks[kind],
        className,
      )}
    >
      {icon ? <Icon of={icon} size={12} /> : !raw && kind !== 'plain' && <StateGlyph kind={kind} size={12} />}
      {children}
    </span>
  )
}
