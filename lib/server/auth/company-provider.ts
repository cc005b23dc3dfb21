import 'server-only'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { env } from '../env'

type Claims = Record<string, unknown> & { sub: string }

/** The company's own sign-in by OpenID Connect; null where none is configured. Its endpoints and keys are what the issuer itself tells. */
export function companyProvider(): OAuthConfig<Claims> | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPE } = env()
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) return null
  return {
    ...{ id: 'oidc', name: 'Company', type: 'oauth', idToken: true, checks: ['pkce', 'state', 'nonce'] },
    issuer: OIDC_ISSUER,
    wellKnown: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    authorization: { params: { scope: OIDC_SCOPE } },
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    httpOptions: { timeout: 5_000 },
    token: {
      request: async ({ client, provider, params, checks }) => {
        // The library believes whatever issuer the found document names.
        if (client.issuer.issuer !== OIDC_ISSUER) throw new TypeError('issuer of the configuration is another')
        return { tokens: await client.callback(provider.callbackUrl, params, checks) }
      },
    },
    userinfo: {
      // Most keep name and e-mail out of the id token. Where both say something, what is signed counts.
      request: async ({ client, tokens }) => {
        const set = tokens as Parameters<typeof client.userinfo>[0] & { claims(): Claims }
        const more = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(set) : {}
        return { ...more, ...set.claims() }
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  }
}
