import 'server-only'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import type { SignedAct } from '@/lib/core/signed-acts'
import { isHere } from './storage-env'

// An object, so that one that's missing doesn't compile.
const acts: Record<SignedAct, true> = {
  'renew-now': true,
  'approve-incident': true,
  'refund-over': true,
  'role-change': true,
  erasure: true,
  'bank-pack': true,
  'agent-token': true,
  'event-address': true,
  hook: true,
  'press-proposal': true,
}
const signedActs = Object.keys(acts) as SignedAct[]

/** Which acts are signed with a passkey. It stands in the environment, so that no admin can weaken it from a page. */
export const signingVariables = {
  SIGNED_ACTS: z.pipe(
    z._default(
      z.string().check(z.refine((text) => actsIn(text) !== null, `must be off, all, or some of ${signedActs.join(', ')}`)),
      'off',
    ),
    z.transform((text): readonly SignedAct[] => actsIn(text) ?? []),
  ),
  REFUND_SIGN_OVER: z.pipe(
    z._default(
      z
        .string()
        .check(
          z.refine(
            (text) => amountsIn(text) !== null,
            'isn’t a JSON object of currencies with amounts, such as {"EUR":"200.00"}',
          ),
        ),
      '{}',
    ),
    z.transform((text) => amountsIn(text) ?? {}),
  ),
}

type Given = Record<string, string | undefined>

/** What is wrong between the variables: a browser takes no passkey for an IP address, or over a connection that isn't safe. */
export function signingFaults({ SIGNED_ACTS = 'off', REFUND_SIGN_OVER, NEXTAUTH_URL = '' }: Given): string[] {
  const signed = actsIn(SIGNED_ACTS) ?? []
  const unused =
    REFUND_SIGN_OVER !== undefined && !signed.includes('refund-over')
      ? ['REFUND_SIGN_OVER: is set, but SIGNED_ACTS doesn’t name refund-over; add it, or remove this']
      : []
  if (signed.length === 0 || !URL.canParse(NEXTAUTH_URL)) return unused
  const { protocol, hostname } = new URL(NEXTAUTH_URL)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0)
    return [...unused, 'NEXTAUTH_URL: is an IP address, which no passkey works for; use a name, or set SIGNED_ACTS to off']
  if (protocol !== 'https:' && !isHere(hostname))
    return [...unused, 'NEXTAUTH_URL: isn’t https, which passkeys need; use https, or set SIGNED_ACTS to off']
  return unused
}

function actsIn(text: string): readonly SignedAct[] | null {
  if (text === 'off') return []
  if (text === 'all') return signedActs
  const names = text.split(',').map((name) => name.trim())
  return names.every((name) => signedActs.some((act) => act === name)) ? signedActs.filter((act) => names.includes(act)) : null
}

function amountsIn(text: string): Record<string, string> | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    const isFit = ([currency, amount]: [string, unknown]) =>
      /^[A-Z]{3}$/.test(currency) && typeof amount === 'string' && /^\d{1,15}(\.\d{1,4})?$/.test(amount)
    return Object.entries(read).every(isFit) ? (read as Record<string, string>) : null
  } catch {
    return null
  }
}
