import 'server-only'
import { database } from '@/lib/database/open'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { companyKey, companyPersonId, directoryRoles, mappedRole } from './company-person'
import { startSession } from './sessions'
import { endSessionsOf } from './sessions-of'
import type { Refusal } from './sign-in-attempt'

type Entry = { sessionId: string } | { refusal: Refusal }
type From = { address: string; browser: string }

// One sign between two parts of plain ASCII: a full-width ＠ or a letter that only looks like one is nobody's address here.
const plainEmail = /^[!-?A-~]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i

/** Lets in whom the company vouches for, with the role that their claims give them today, or says why not. The claims are verified. */
export async function companySignIn(claims: Record<string, unknown>, { address, browser }: From): Promise<Entry> {
  const { OIDC_ISSUER: issuer = '', OIDC_ROLE_CLAIM, OIDC_ROLE_MAP } = env()
  const { sub: subject, email } = claims
  if (typeof subject !== 'string' || subject === '') return refused('company', 'subject')
  if (claims.email_verified !== true || typeof email !== 'string' || email.length > 254 || !plainEmail.test(email))
    return refused('email', claims.email_verified === true ? 'email' : 'email_verified')
  const store = await database()
  const roles = (await directoryRoles(store, issuer, subject)) ?? rolesIn(claims, OIDC_ROLE_CLAIM)
  const role = mappedRole(roles, OIDC_ROLE_MAP)
  if (role === null) {
    const known = await store
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('email', '=', companyKey(issuer, subject))
      .executeTakeFirst()
    if (known) await endSessionsOf(store, known.id) // what let them in is gone
    return refused('role', 'role', known?.id, known?.name)
  }
  const name = nameIn(claims, email)
  const { accountId, disabled } = await companyPersonId(store, { issuer, subject, email: email.toLowerCase(), name, role })
  if (disabled) return refused('disabled', 'disabled', accountId, name)
  log.info({ account: accountId }, 'signed_in')
  return { sessionId: await startSession(store, accountId, new Date(), { address, browser }) }
}

const refused = (code: Refusal['code'], reason: string, accountId?: string, person?: string): Entry => ({
  refusal: { code, reason, accountId, person },
})

function nameIn({ name, preferred_username }: Record<string, unknown>, email: string): string {
  const given = [name, preferred_username].find((text) => typeof text === 'string' && text.trim() !== '')
  const text = String(given ?? email.split('@')[0]).replace(/[\p{Cc}\p{Cf}]/gu, '')
  return [...text.trim()].slice(0, 80).join('')
}

/**
 * What the company's claims say of somebody's roles. The claim may be a text or a list; its name is looked up whole first, because names
 * such as `https://example.test/roles` hold dots, and then as a path (`realm_access.roles`).
 */
function rolesIn(claims: Record<string, unknown>, claim: string): unknown[] {
  const given = claimIn(claims, claim)
  return (Array.isArray(given) ? given : [given]).filter((value) => typeof value === 'string')
}

function claimIn(claims: Record<string, unknown>, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim.split('.').reduce<unknown>((holder, name) => {
    const isHolder = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    return isHolder ? (holder as Record<string, unknown>)[name] : undefined
  }, claims)
}
