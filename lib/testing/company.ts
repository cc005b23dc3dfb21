import 'server-only'
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { singleton } from '@/lib/platform/singleton'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { json, listener } from './listener'

type Claims = Record<string, unknown>

/** An identity provider of the test's own, which says whatever it is told to. */
export type Company = {
  issuer: string
  /** What it says from now on, in the id token and beside it; what is undefined is left out. */
  says: { claims: Claims; userinfo: Claims; issuer?: string; algorithm?: 'none'; signedByAnother?: boolean }
  /** A code for the request that the dashboard began, as its redirect to the company names it. */
  code(begun: URLSearchParams): string
}

/** Starts one and makes it the company of this dashboard. */
export async function company(environment: Record<string, string> = {}): Promise<Company> {
  const codes = new Map<string, URLSearchParams>()
  const says: Company['says'] = { claims: {}, userinfo: {} }
  const { url: issuer } = await listener((response, { url, body }, request) => {
    const announcedIssuer = says.issuer ?? issuer
    if (url === '/.well-known/openid-configuration')
      return json(200, {
        issuer: announcedIssuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
      })(response, { method: '', url, headers: {}, body }, request)
    const answer =
      url === '/keys' ? [200, { keys: [publicKey()] }] : url === '/me' ? [200, { sub: 'ada', ...says.userinfo }] : tokens(body)
    return json(answer[0] as number, answer[1])(response, { method: '', url, headers: {}, body }, request)
  })

  function tokens(body: string): [number, object] {
    const form = new URLSearchParams(body)
    const begun = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '') // each is good for one use
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!begun || challenge !== begun.get('code_challenge')) return [400, { error: 'invalid_grant' }]
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: issuer, aud: 'desk', sub: 'ada', iat: now, exp: now + 60, nonce: begun.get('nonce') }
    return [200, { access_token: 'token', token_type: 'Bearer', id_token: jwt({ ...usual, ...says.claims }, says) }]
  }

  const given = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'a secret of the tests' }
  Object.assign(process.env, given, { OIDC_ROLE_MAP: '{"desk-managers":"manager","desk-agents":"agent"}', ...environment })
  forgetSingletons('env')
  return {
    issuer,
    says,
    code: (begun) => {
      const code = randomUUID()
      codes.set(code, begun)
      return code
    },
  }
}

const keys = (name: string) => singleton(`company-keys ${name}`, () => generateKeyPairSync('rsa', { modulusLength: 2048 }))
const publicKey = () => ({ ...keys('own').publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' })

function jwt(claims: Claims, { algorithm, signedByAnother = false }: Company['says']): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: algorithm ?? 'RS256', kid: 'own' })}.${part(claims)}`
  const { privateKey } = keys(signedByAnother ? 'another' : 'own')
  return `${text}.${algorithm === 'none' ? '' : sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}
