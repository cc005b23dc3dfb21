import type { PaletteEntry } from '@/lib/client/palette'
import { isScreenShared, switchScreenShare } from '@/lib/client/screen-share'
import { showKeysEvent } from '@/lib/client/show-keys'
import { type DeskRight, may, type Role, roleFor } from '@/lib/roles'

const places: readonly { words: string; path: string; keys: readonly string[]; right: DeskRight }[] = [
  { words: 'Find a buyer', path: '/', keys: ['G', 'F'], right: 'read' },
  { words: 'Create buyer', path: '/buyers/new', keys: ['N', 'B'], right: 'act' },
  { words: 'Create payment link', path: '/orders/new', keys: ['N', 'O'], right: 'act' },
  { words: 'Prices', path: '/prices', keys: ['G', 'P'], right: 'read' },
  { words: 'Journal', path: '/journal', keys: ['G', 'J'], right: 'read' },
  { words: 'Settings', path: '/settings', keys: ['G', 'S'], right: 'settings' },
]

/** Where one can go from anywhere, each with its keys. */
export function placeEntries(role: Role, go: (path: string) => void): PaletteEntry[] {
  return [
    ...places.map(({ words, path, keys, right }) => ({
      ...{ id: `go ${path}`, words, keys, run: () => go(path) },
      disabledBecause: may(role, right) ? undefined : `needs the ${roleFor(right)} role`,
    })),
    { id: 'screen-share', words: screenShareWords(), keys: ['S', 'S'], run: switchScreenShare },
    { id: 'keys', words: 'Keys', keys: ['?'], run: () => document.dispatchEvent(new Event(showKeysEvent)) },
  ]
}

const screenShareWords = () => (isScreenShared() ? 'End screen-share mode' : 'Screen-share mode')
