'use client'

import { useQuery } from '@tanstack/react-query'
import { Command, Moon, Sun, SunMoon } from 'lucide'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { IntentLink } from '@/components/ui/intent-link'
import { Kbd } from '@/components/ui/kbd'
import { openPalette } from '@/lib/client/palette'
import { chooseTheme, useThemeChoice } from '@/lib/client/theme-choice'
import { waitingQuery } from '@/lib/pages/client/waiting-query'
import { switchScreenShare } from '@/lib/people/client/screen-share'

const steps = {
  system: { icon: SunMoon, says: 'Theme: system', next: 'light' },
  light: { icon: Sun, says: 'Theme: light', next: 'dark' },
  dark: { icon: Moon, says: 'Theme: dark', next: undefined },
} as const

/** Cycles through system, light and dark. On a phone the choice is in the account menu. */
export function ThemeButton() {
  const { icon, says, next } = steps[useThemeChoice() ?? 'system']
  return (
    <IconButton
      icon={icon}
      label={says}
      onClick={() => chooseTheme(next)}
      tipPlace={{ side: 'bottom' }}
      className="max-sm:hidden"
    />
  )
}

/** Opens the palette without keys, for newcomers and phones. */
export function PaletteButton() {
  return (
    <Button size="small" aria-label="Actions and search" onClick={openPalette}>
      <Icon of={Command} size={14} />
      <Kbd>Ctrl K</Kbd>
    </Button>
  )
}

/** How many of the person's actions are unconfirmed. Shown on every page until each is settled. */
export function UnconfirmedBadge() {
  const { data } = useQuery(waitingQuery)
  const count = data?.unconfirmed.length ?? 0
  if (count === 0) return null
  return (
    <IntentLink href="/journal?outcome=open" className="touch-area relative inline-flex py-0.5">
      <Badge kind="unconfirmed">
        {count}
        <span className="max-sm:sr-only"> unconfirmed</span>
      </Badge>
    </IntentLink>
  )
}

export const ScreenShareOff = () => (
  <Button size="small" onClick={switchScreenShare}>
    Turn off
  </Button>
)
