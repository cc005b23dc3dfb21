'use client'

import { Lock } from 'lucide'
import { usePathname } from 'next/navigation'
import { type ReactNode, useId } from 'react'
import { Icon } from '@/components/ui/icon'
import { IntentLink } from '@/components/ui/intent-link'
import { TipBubble } from '@/components/ui/tip-bubble'
import { tipFrame } from '@/components/ui/tip-frame'
import { cn } from '@/lib/core/cn'

type Props = {
  href: string
  /** Shown on the phone only; a lock stands in its place, everywhere, where the link may not be used. */
  icon: ReactNode
  children: ReactNode
  /** Pages below this path belong to the link too. */
  also?: string
  disabledBecause?: string
}

const look = cn(
  'flex h-7 items-center gap-1.5 rounded-control px-2.5 font-medium text-table focus-visible:rounded-control',
  'max-sm:h-14 max-sm:flex-1 max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:px-0 max-sm:text-meta max-sm:focus-visible:-outline-offset-4',
  'max-sm:[&_svg]:size-5',
)

/** What a page belongs to: the prices of a buyer to Prices, like everybody's. */
const placeOf = (path: string) => (/^\/buyers\/[^/]+\/prices$/.test(path) ? '/prices' : path)

export function NavLink({ href, icon, children, also, disabledBecause }: Props) {
  const id = useId()
  const path = placeOf(usePathname())
  const here =
    path === href ||
    (href !== '/' && path.startsWith(`${href}/`)) ||
    (also !== undefined && (path === also || path.startsWith(`${also}/`)))
  if (disabledBecause === undefined) {
    return (
      <IntentLink
        href={href}
        aria-current={here ? 'page' : undefined}
        className={cn(
          look,
          here
            ? 'bg-sunken text-ink max-sm:bg-transparent'
            : 'text-muted hover:bg-hover hover:text-ink max-sm:hover:bg-transparent',
        )}
      >
        <span className="sm:hidden">{icon}</span>
        {children}
      </IntentLink>
    )
  }
  return (
    <span className={cn(tipFrame, 'max-sm:flex max-sm:flex-1')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a link without an address takes no focus, and the reason could not be reached. */}
      <span role="link" aria-disabled tabIndex={0} aria-describedby={id} className={cn(look, 'cursor-not-allowed text-muted')}>
        <Icon of={Lock} size={12} />
        {children}
      </span>
      <TipBubble id={id} side="bar">
        {disabledBecause}
      </TipBubble>
    </span>
  )
}
