import 'server-only'
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { panelPath } from '@/lib/core/routes'
import { dashboardOrigin } from '@/lib/testing/environment'
import { makePanelOpening, openPanel, openSignedPanel, readPanelFacts } from './handlers'

export const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
export const strangersRsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
export const secret = 'a secret of a help desk, long enough for it'
export const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
export const audience = 'https://acme.zendesk.test/api/v2/apps/installations/17.json'

const accounts = ['northwind']
export const helpDesks = [
  {
    ...{ code: 'acme', kind: 'zendesk', origin: 'https://acme.zendesk.test', accounts, level: 'masked' },
    ...{ publicKey: publicPem, audience },
  },
  {
    ...{ code: 'second', kind: 'zendesk', origin: 'https://second.zendesk.test', accounts, level: 'masked' },
    ...{ publicKey: strangersRsa.publicKey.export({ type: 'spki', format: 'pem' }), audience: `${audience}?second` },
  },
  { code: 'own', kind: 'hmac', origin: 'https://help.example.test', accounts, level: 'masked', secret },
  { code: 'words', kind: 'hmac', origin: 'https://words.example.test', accounts, level: 'flags', secret: `${secret} 2` },
]

export const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export const seconds = () => Math.floor(Date.now() / 1_000)

let made = 0
export const claims = (more: object = {}) => ({
  ...{ iss: 'acme.zendesk.test', aud: audience, sub: 'https://acme.zendesk.test/api/v2/users/42.json' },
  ...{ iat: seconds(), exp: seconds() + 60, jti: `token ${++made} ${Date.now()}` },
  ...more,
})

/** A token as Zendesk signs it, written with Node's crypto alone. */
export function tokenOf(payload: object, header: object = { alg: 'RS256', typ: 'JWT' }, key = rsa.privateKey): string {
  const signed = `${base64(header)}.${base64(payload)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key).toString('base64url')}`
}

export const postToken = (body: string, headers: Record<string, string> = {}) =>
  openSignedPanel(
    new Request(`${dashboardOrigin}${panelPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    }),
  )

export const signatureOf = (text: string, { time = seconds(), key = secret }: { time?: number; key?: string } = {}) =>
  `t=${time},v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`

export const postContext = (code: string, text: string, signature: string) =>
  makePanelOpening(
    new Request(`${dashboardOrigin}/api/desk/panel/${code}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-counterfoil-signature': signature },
      body: text,
    }),
    { params: Promise.resolve({ code }) },
  )

export const getPanel = (search = '', headers: Record<string, string> = {}) =>
  openPanel(new Request(`${dashboardOrigin}${panelPath}${search}`, { headers }))

export const askFacts = (body: object | string) =>
  readPanelFacts(
    new Request(`${dashboardOrigin}/api/desk/panel-facts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )

/** The key that a page was begun with. */
export const keyIn = (page: string): string => /"key":"([\w-]{43})"/.exec(page)?.[1] ?? ''

/** Opens the panel as a help desk's server does, and returns its key. */
export async function openFor(context: object, code = 'own', key = secret): Promise<string> {
  const given = JSON.stringify({ ticket: 'T-4711', person: 'agent@desk.example.test', ...context })
  const text = `${given}${' '.repeat(++made)}` // the same within a second would be the same signature
  const { address } = await (await postContext(code, text, signatureOf(text, { key }))).json()
  return keyIn(await (await getPanel(new URL(address).search)).text())
}
