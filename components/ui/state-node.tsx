import { Check, Ellipsis, Hourglass, type IconNode, X } from 'lucide'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'
import type { StateKind } from './state-kind'

const looks = {
  settled: 'border-settled-line bg-settled-bg text-settled',
  declined: 'border-declined-line bg-declined-bg text-declined',
  deferred: 'border-deferred-line bg-deferred-bg text-deferred',
  unconfirmed: 'border-unconfirmed-line bg-hatch-fine text-unconfirmed',
  neutral: 'border-dashed border-line-control bg-raised text-neutral',
  plain: 'border-line-strong bg-raised text-ink-2',
}

/** No icon is a question mark without a circle, which the node already is. */
const glyphs = { settled: Check, declined: X, deferred: Hourglass, unconfirmed: undefined, neutral: Ellipsis }

type Props = { kind?: StateKind; icon?: IconNode; className?: string }

/** The 24 px circle at the left edge of a row. Without a kind it only says what the row is about, by its icon. */
export function StateNode({ kind, icon, className }: Props) {
  const drawing = icon ?? (kind && glyphs[kind])
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-6 flex-none place-items-center rounded-full border font-semibold text-meta',
        looks[kind ?? 'plain'],
        className,
      )}
    >
      {drawing ? <Icon of={drawing} size={14} /> : kind === 'unconfirmed' && '?'}
    </span>
  )
}
