'use client'

import { SegmentedControl } from '@/components/ui/segmented-control'
import { chooseTheme, useThemeChoice } from '@/lib/client/theme-choice'
import { readTheme } from '@/lib/theme'

const segments = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function ThemeChoice() {
  const chosen = useThemeChoice() ?? 'system'
  return <SegmentedControl label="Theme" segments={segments} value={chosen} onChange={(value) => chooseTheme(readTheme(value))} />
}
