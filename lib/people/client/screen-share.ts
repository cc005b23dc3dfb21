import { screenShareCookie } from '@/lib/core/browser-names'

/** Whether screen-share mode is on in this browser. */
export const isScreenShared = () => document.cookie.split('; ').includes(`${screenShareCookie}=on`)

/** Turns the mode on or off. The page is loaded anew: what it knows was masked for the other mode, and the server masks. */
export function switchScreenShare(): void {
  const age = isScreenShared() ? 0 : 31_536_000
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${screenShareCookie}=on; path=/; max-age=${age}; samesite=lax`
  location.reload()
}
