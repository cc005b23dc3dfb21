import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { isProblem, type Problem, problem, type SignatureRequest } from '@/lib/core/problem'

/**
 * Signs what a handler wants signed with the person's passkey, and asks again with the signature. Where no passkey was used, the answer is a
 * problem that says so: nothing was done. This file comes with the first answer that wants a signature, and with no page.
 */
export async function signed(answer: Response, again: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  if (!isProblem(body) || body.signature === undefined) return answer
  try {
    return await again({ 'x-signature': await signatureFor(body.signature) })
  } catch (cause) {
    if (!(cause instanceof PasskeyNotUsed)) throw cause
    return notUsed(body, answer.headers)
  }
}

class PasskeyNotUsed extends Error {}

/** What the header carries: the challenge and what the authenticator made of it. Throws where the person or the browser gives none. */
export async function signatureFor({ id, options }: Pick<SignatureRequest, 'id' | 'options'>): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const assertion = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(() => {
    throw new PasskeyNotUsed()
  })
  return btoa(JSON.stringify({ id, assertion })).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function notUsed({ signature: _, ...wanted }: Problem, headers: Headers): Response {
  const detail = 'No passkey was used, so nothing was done. Try again, and confirm with your passkey.'
  const body: Problem = { ...wanted, status: 422, code: 'passkey_not_used', title: 'Nothing was done', detail, fields: [] }
  const outcome = headers.get('x-outcome')
  return Response.json(body, { status: 422, headers: outcome === null ? {} : { 'x-outcome': outcome } })
}

/** A new passkey of this browser or of a key beside it, as the server checks it. Throws a ServiceProblem where none was made. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch((cause: unknown) => {
    const isKnown = cause instanceof Error && 'code' in cause && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw problem(
      'invalid',
      isKnown
        ? 'This device already has a passkey of yours. Use another device or security key.'
        : 'Your browser didn’t create a passkey. Check that a screen lock or security key is set up, then try again.',
      { title: 'Passkey not added' },
    )
  })
}
