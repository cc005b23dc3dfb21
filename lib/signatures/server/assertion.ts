import 'server-only'
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import { parsed } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import { log } from '@/lib/platform/log'
import { keysOf, ownHost, type PasskeyRow, transportsOf } from './keys'

// The package is loaded by the first request that needs it, and by no other.
const webauthn = () => import('@simplewebauthn/server')

const base64url = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(max))

const given = z.object({
  id: z.uuid(),
  assertion: z.object({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal('public-key'),
    response: z.object({
      authenticatorData: base64url(2_000),
      clientDataJSON: base64url(3_000),
      signature: base64url(1_400),
      userHandle: z.optional(z.nullable(base64url(200))),
    }),
  }),
})

/** What a browser's authenticator has signed: the challenge it was for, and its proof. */
export type SignatureInput = z.output<typeof given>

const maxLength = 8 * 1024

/** What is in a header or a field of the sign-in; null for what is none. */
export function signatureGiven(text: string): SignatureInput | null {
  if (text.length > maxLength || !/^[A-Za-z0-9_-]+$/.test(text)) return null
  return parsed(given, Buffer.from(text, 'base64url').toString('utf8'))
}

/** What the browser asks an authenticator for: one of the person's own keys, and that it knows the person. */
export async function requestOptions(
  keys: readonly PasskeyRow[],
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: ownHost().host,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: keys.map((key) => ({
      id: key.credential_id,
      transports: transportsOf(key) as NonNullable<
        PublicKeyCredentialRequestOptionsJSON['allowCredentials']
      >[number]['transports'],
    })),
    timeout: 120_000,
    userVerification: 'required',
  })
}

/** Why a proof doesn't count. */
export type Refused = 'key' | 'challenge' | 'origin' | 'host' | 'verification' | 'counter' | 'signature'

// What the package says, in its own words.
const reasons: [RegExp, Refused][] = [
  [/challenge/i, 'challenge'],
  [/RP ID/i, 'host'],
  [/origi[n]/i, 'origin'],
  [/verif(y|ied|ication)|not present/i, 'verification'],
  [/counter/i, 'counter'],
]

/** The person's key that has signed this challenge here, with its new counter; or why none has. */
export async function provenBy(
  store: Database,
  accountId: string,
  { assertion }: SignatureInput,
  challenge: string,
): Promise<{ key: PasskeyRow; counter: number } | { refused: Refused }> {
  const key = (await keysOf(store, accountId)).find(({ credential_id }) => credential_id === assertion.id)
  if (!key) return { refused: 'key' }
  const { verifyAuthenticationResponse } = await webauthn()
  const { host, origin } = ownHost()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: { id: key.credential_id, publicKey: Buffer.from(key.public_key, 'base64url'), counter: key.counter },
    })
    return verified ? { key, counter: authenticationInfo.newCounter } : { refused: 'signature' }
  } catch (cause) {
    return { refused: whyRefused(cause) ?? 'signature' }
  }
}

/** What the package found wrong with a signature or a new key; null where it's none of the usual reasons. */
export function whyRefused(cause: unknown): Refused | null {
  const said = cause instanceof Error ? cause.message : ''
  log.info({ reason: said.slice(0, 60) }, 'signature_refused')
  return reasons.find(([words]) => words.test(said))?.[1] ?? null
}
