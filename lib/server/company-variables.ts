import 'server-only'
import * as z from 'zod/mini'
import { type Role, roles } from '@/lib/roles'

/** The issuer is compared to the letter with what tokens say, so nothing of it is tidied up. */
const issuer = z.string().check(z.refine(isIssuer, 'is not an https address without a query (http only on this machine)'))

/** The variables of the company's sign-in. */
export const companyVariables = {
  OIDC_ISSUER: z.optional(issuer),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_SCOPE: z._default(z.string().check(z.regex(/(^| )openid( |$)/, 'does not hold openid')), 'openid email profile'),
  OIDC_ROLE_CLAIM: z._default(z.string(), 'roles'),
  OIDC_ROLE_MAP: z.pipe(
    z._default(
      z
        .string()
        .check(
          z.refine(
            (text) => roleMapIn(text) !== null,
            `is not a JSON object of claim values, each with one of ${roles.join(', ')}`,
          ),
        ),
      '{}',
    ),
    z.transform((text: string) => roleMapIn(text) ?? {}),
  ),
  LOCAL_ACCOUNTS: z._default(z.enum(['on', 'off'], 'is neither on nor off'), 'on'),
}

const together = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

/** What is wrong between the variables: one of three alone, or nobody with a way in. */
export function companyFaults(given: Record<string, string | undefined>): string[] {
  const missing = together.filter((name) => given[name] === undefined)
  if (missing.length > 0 && missing.length < together.length)
    return missing.map((name) => `${name}: is missing; the company’s sign-in needs ${together.join(', ')}`)
  if (missing.length === 0 || given.LOCAL_ACCOUNTS !== 'off') return []
  return ['LOCAL_ACCOUNTS: off leaves nobody a way in; configure the company’s sign-in (OIDC_ISSUER)']
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && here)) && `${search}${hash}${username}` === ''
}

function roleMapIn(text: string): Record<string, Role> | null {
  try {
    const map: unknown = JSON.parse(text)
    const isMap = typeof map === 'object' && map !== null && !Array.isArray(map)
    return isMap && Object.values(map).every((role) => roles.includes(role)) ? (map as Record<string, Role>) : null
  } catch {
    return null
  }
}
