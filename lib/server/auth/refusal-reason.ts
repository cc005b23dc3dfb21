import 'server-only'

// What next-auth and openid-client say, in their own words; the values they quote stay out of the journal.
const reasons: [RegExp, string][] = [
  [/different provider/, 'check of another provider'],
  [/PKCE|code_verifier/i, 'pkce'],
  [/state/i, 'state'],
  [/nonce/i, 'nonce'],
  [/\biss\b|issuer/i, 'issuer'],
  [/\baud\b|audience|azp/i, 'audience'],
  [/invalid_grant|code missing/, 'code'],
  [/at_hash|c_hash|sub\b/, 'token of somebody else'],
  [/expired|\bexp\b|\biat\b|\bnbf\b|timed? ?out/i, 'time'],
  [/signature|\balg\b|kid|JWKS|key/i, 'signature'],
  [/access_denied|login_required|consent/, 'declined at the company'],
]

/** Why a return from the company's sign-in was refused, in a word or two for the journal. */
export function refusalReason(error: unknown): string {
  const { message = '', code = '', error: given = '' } = (error ?? {}) as { message?: string; code?: string; error?: string }
  const text = `${given} ${message} ${code}`
  return reasons.find(([said]) => said.test(text))?.[1] ?? 'no sound answer'
}
