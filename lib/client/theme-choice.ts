import { useSyncExternalStore } from 'react'
import { readTheme, type Theme } from '@/lib/core/theme'

const changed = new EventTarget()

function subscribe(listener: () => void) {
  changed.addEventListener('theme', listener)
  return () => changed.removeEventListener('theme', listener)
}

/** What was chosen, or undefined for "as the system". The attribute on the root element is what counts; the server set it from the cookie. */
export function useThemeChoice(): Theme | undefined {
  return useSyncExternalStore(
    subscribe,
    () => readTheme(document.documentElement.dataset.theme),
    () => undefined,
  )
}

export function chooseTheme(theme: Theme | undefined) {
  const age = theme ? 31_536_000 : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `theme=${theme ?? ''}; path=/; max-age=${age}; samesite=lax`
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  changed.dispatchEvent(new Event('theme'))
}
