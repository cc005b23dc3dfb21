'use client'

import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'
import { chooseTheme, useThemeChoice } from '@/lib/client/theme-choice'

const steps = {
  system: { icon: SunMoon, says: 'Theme: as the system', next: 'light' },
  light: { icon: Sun, says: 'Theme: light', next: 'dark' },
  dark: { icon: Moon, says: 'Theme: dark', next: undefined },
} as const

/** Goes round: as the system, light, dark. The phone has the same choice in the account menu. */
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
