'use client'

import { Lock } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { IntentLink } from '@/components/ui/intent-link'
import { isHere, type NavPlace } from './nav-link'

/** The links of the menu of further pages. */
export const MorePlaces = ({ places, path }: { places: readonly NavPlace[]; path: string }) => (
  <ul aria-label="More pages">
    {places.map((place) => (
      <li key={place.href}>
        <MoreLink {...place} here={isHere(place, path)} />
      </li>
    ))}
  </ul>
)

const item = 'flex min-h-8 items-center gap-2 rounded-chip px-2 py-1 focus-visible:-outline-offset-2 max-sm:min-h-10'

function MoreLink({ href, label, icon, disabledBecause, here }: NavPlace & { here: boolean }) {
  if (disabledBecause !== undefined)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a link without an address takes no focus, and the reason could not be reached.
      <span role="link" aria-disabled tabIndex={0} className={`${item} cursor-not-allowed text-muted`}>
        <Icon of={Lock} />
        <span>
          <span className="block">{label}</span>
          <span className="block text-meta">{disabledBecause}</span>
        </span>
      </span>
    )
  return (
    <IntentLink
      href={href}
      aria-current={here ? 'page' : undefined}
      onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      className={`${item} hover:bg-hover ${here ? 'font-medium' : ''}`}
    >
      <Icon of={icon} className="text-muted" />
      {label}
    </IntentLink>
  )
}
