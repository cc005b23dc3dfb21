import 'server-only'
import type { Role } from '@/lib/roles'

/**
 * The desk's role out of the company's claims, or null where none is mapped. The claim may be a text or a list; its name is looked up
 * whole first, because names such as `https://example.test/roles` hold dots, and then as a path (`realm_access.roles`). Of several mapped
 * values the one that stands first in the map counts.
 */
export function companyRole(claims: Record<string, unknown>, claim: string, map: Record<string, Role>): Role | null {
  const given = claimIn(claims, claim)
  const values = (Array.isArray(given) ? given : [given]).filter((value) => typeof value === 'string')
  const found = Object.entries(map).find(([value]) => values.includes(value))
  return found?.[1] ?? null
}

function claimIn(claims: Record<string, unknown>, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim.split('.').reduce<unknown>((holder, name) => {
    const isHolder = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    return isHolder ? (holder as Record<string, unknown>)[name] : undefined
  }, claims)
}
