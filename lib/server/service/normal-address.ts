import 'server-only'
import { isIP } from 'node:net'

/** The address as it is signed and sent, or null. An IPv4 address in IPv6 clothes is undressed; a zone makes it local to some machine. */
export function normalAddress(text: string): string | null {
  const bare = text.trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) > 0 && !bare.includes('%') ? bare : null
}
