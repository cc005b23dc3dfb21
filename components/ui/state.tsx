import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'
import { StateGlyph } from './state-glyph'
import type { StateKind } from './state-kind'

/** Quiet: a glyph and a plain word, for what is expected. What needs a look gets a `Badge`. */
export function State({ kind, children, className }: { kind: StateKind; children: ReactNode; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap text-table', className)}>
      <StateGlyph kind={kind} />
      {children}
    </span>
  )
}
