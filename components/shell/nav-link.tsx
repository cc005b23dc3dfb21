'use client'

import { type IconNode, Lock } from 'lucide'
import { usePathname } from 'next/navigation'
import { useId } from 'react'
import { Icon } from '@/components/ui/icon'
import { IntentLink } from '@/components/ui/intent-link'
import { TipBubble } from '@/components/ui/tip-bubble'
import { tipFrame } from '@/components/ui/tip-frame'
import { cn } from '@/lib/core/cn'

/** A page that the bar leads to. */
export type NavPlace = {
  href: string
  label: string
  /** Shown on the phone and in menus; a lock stands in its place where the link may not be used. */
  icon: IconNode
  /** Pages below this path belong to the link too. */
  also?: string
  disabledBecause?: string | undefined
}

const look = cn(
  'flex h-7 items-center gap-1.5 rounded-control px-2.5 font-medium text-table focus-visible:rounded-control',
  'max-sm:h-14 max-sm:flex-1 max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:px-0 max-sm:text-meta max-sm:focus-visible:-outline-offset-4',
  'max-sm:[&_svg]:size-5',
)

/** The look of a place in the bar. */
export const navLook = (here: boolean): string =>
  cn(
    look,
    here ? 'bg-sunken text-ink max-sm:bg-transparent' : 'text-muted hover:bg-hover hover:text-ink max-sm:hover:bg-transparent',
  )

/** What a page belongs to: the prices of a buyer to Prices, like everybody's. */
const placeOf = (path: string) => (/^\/buyers\/[^/]+\/prices$/.test(path) ? '/prices' : path)

/** Whether the page belongs to a place of the bar. */
export function isHere({ href, also }: Pick<NavPlace, 'href' | 'also'>, at: string): boolean {
  const path = placeOf(at)
  return (
    path === href ||
    (href !== '/' && path.startsWith(`${href}/`)) ||
    (also !== undefined && (path === also || path.startsWith(`${also}/`)))
  )
}

export function NavLink({ href, also, icon, label, disabledBecause }: NavPlace) {
  const id = useId()
  const here = isHere({ href, also }, usePathname())
  if (disabledBecause === undefined) {
    return (
      <IntentLink href={href} aria-current={here ? 'page' : undefined} className={navLook(here)}>
        <span className="sm:hidden">
          <Icon of={icon} />
        </span>
        {label}
      </IntentLink>
    )
  }
  return (
    <span className={cn(tipFrame, 'max-sm:flex max-sm:flex-1')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a link without an address takes no focus, and the reason could not be reached. */}
      <span role="link" aria-disabled tabIndex={0} aria-describedby={id} className={cn(look, 'cursor-not-allowed text-muted')}>
        <Icon of={Lock} size={12} />
        {label}
      </span>
      <TipBubble id={id} side="bar">
        {disabledBecause}
      </TipBubble>
    </span>
  )
}
