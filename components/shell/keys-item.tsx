'use client'

import { Keyboard } from 'lucide-react'
import { MenuItem } from '@/components/ui/menu-item'
import { showKeysEvent } from '@/lib/client/show-keys'

/** For whoever does not know yet that `?` shows them. */
export function KeysItem() {
  return (
    <MenuItem icon={Keyboard} onSelect={() => document.dispatchEvent(new Event(showKeysEvent))}>
      Keys
    </MenuItem>
  )
}
