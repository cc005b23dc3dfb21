'use client'

import { useEffect, useState } from 'react'
import { late } from '@/components/ui/late'
import { onOpenPalette } from '@/lib/client/palette'
import type { Role } from '@/lib/core/roles'

// It comes with the first press of its keys: the page itself must not wait for it.
const Palette = late(() => import('./palette').then((file) => file.Palette))

type Props = { merchant: string; merchantName: string; role: Role }

/** Opens the palette by Ctrl or Cmd and K, wherever the focus is. */
export function PaletteLauncher(props: Props) {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return
      event.preventDefault() // some browsers go to a search of their own
      // Never over a dialog: what is half done there comes first.
      if (document.querySelector('[role="dialog"]') === null) setOpen(true)
    }
    const forget = onOpenPalette(() => setOpen(true))
    document.addEventListener('keydown', onKeyDown)
    return () => {
      forget()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])

  if (!isOpen) return null
  return <Palette {...props} onClose={() => setOpen(false)} />
}
