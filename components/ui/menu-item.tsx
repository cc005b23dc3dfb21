'use client'

import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'

type Props = {
  children: ReactNode
  onSelect: () => void
  icon?: IconNode
  danger?: boolean
  /** Leaves the menu open, for what answers in the menu itself. */
  keepOpen?: boolean
  /** Why this may not be done now. It stays in the list and says so. */
  disabledBecause?: string
}

export function MenuItem({ children, onSelect, icon, danger = false, keepOpen = false, disabledBecause }: Props) {
  const refused = disabledBecause !== undefined
  return (
    <button
      type="button"
      aria-disabled={refused || undefined}
      onClick={(event) => {
        if (refused) return
        // Closed first, so that the focus is back on the menu's button before a dialog remembers where it was.
        if (!keepOpen) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onSelect()
      }}
      className={cn(
        'flex min-h-8 w-full items-center gap-2 rounded-chip px-2 py-1 text-left focus-visible:-outline-offset-2 max-sm:min-h-10',
        refused ? 'cursor-not-allowed text-muted' : 'hover:bg-hover',
        danger && !refused && 'text-danger',
      )}
    >
      {icon && <Icon of={icon} className={cn(!danger && 'text-muted')} />}
      <span className="min-w-0">
        <span className="block whitespace-nowrap">{children}</span>
        {refused && <span className="block text-meta">{disabledBecause}</span>}
      </span>
    </button>
  )
}
