'use client'

import { Command } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { openPalette } from '@/lib/client/palette'

/** For whoever does not know the keys yet, and for the phone, which has none. */
export function PaletteButton() {
  return (
    <Button size="small" aria-label="Actions and search" onClick={openPalette}>
      <Icon of={Command} size={14} />
      <Kbd>Ctrl K</Kbd>
    </Button>
  )
}
