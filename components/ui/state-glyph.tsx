import { CircleCheck, CircleDashed, CircleQuestionMark, CircleX, Hourglass } from 'lucide'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'
import type { StateKind } from './state-kind'

const glyphs = {
  settled: CircleCheck,
  declined: CircleX,
  deferred: Hourglass,
  unconfirmed: CircleQuestionMark,
  neutral: CircleDashed,
}
const colours = {
  settled: 'text-settled',
  declined: 'text-declined',
  deferred: 'text-deferred',
  unconfirmed: 'text-unconfirmed',
  neutral: 'text-neutral',
}

type Props = { kind: StateKind; size?: 12 | 14 | 16; className?: string }

/** The shape of a state, so that colour never says it alone. A word stands beside it. */
export function StateGlyph({ kind, size = 14, className }: Props) {
  return <Icon of={glyphs[kind]} size={size} className={cn(colours[kind], className)} />
}
