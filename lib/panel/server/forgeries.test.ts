import { createHmac, createSign, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, type Listener, listener } from '@/lib/testing/listener'
import { refusedText } from '../page'
import {
  askFacts,
  audience,
  base64,
  claims,
  getPanel,
  helpDesks,
  keyIn,
  openFor,
  postContext,
  postToken,
  publicPem,
  rsa,
  seconds,
  secret,
  signatureOf,
  strangersRsa,
  tokenOf,
} from './panel-for-tests'

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const form = (token: string) => `token=${encodeURIComponent(token)}`
const context = (more: object = {}) => JSON.stringify({ ticket: 'T-4711', person: 'agent@desk.example.test', buyerId, ...more })

/** The same signature under whatever header somebody makes up. */
const hmacToken = (header: object, key: string | Buffer) => {
  const signed = `${base64(header)}.${base64(claims())}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
const flipped = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name))

/** Tokens that aren't what Zendesk would sign, each made as it's tried. */
const tokens: [string, () => string][] = [
  ['no token', () => ''],
  ['no text', () => ' '],
  ['no token at all', () => 'token'],
  ['two points', () => '..'],
  ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, () => string] => [
    `alg “${alg}” and no signature`,
    () => `${base64({ alg, typ: 'JWT' })}.${base64(claims())}.`,
  ]),
  ['alg none with the right signature', () => tokenOf(claims(), { alg: 'none' })],
  ['no alg', () => tokenOf(claims(), { typ: 'JWT' })],
  ['HS256 with the public key', () => hmacToken({ alg: 'HS256' }, publicPem)],
  ['HS256 with the public key without its last line', () => hmacToken({ alg: 'HS256' }, publicPem.trim())],
  [
    'HS256 with the bytes of the public key',
    () => hmacToken({ alg: 'HS256' }, rsa.publicKey.export({ type: 'spki', format: 'der' })),
  ],
  ['HS256 with nothing', () => hmacToken({ alg: 'HS256' }, '')],
  ...['HS384', 'HS512', 'RS384', 'RS512', 'PS256', 'ES256', 'EdDSA', 'rs256', 'RS256 '].map((alg): [string, () => string] => [
    `alg ${alg}`,
    () => tokenOf(claims(), { alg, typ: 'JWT' }),
  ]),
  ['another’s key', () => tokenOf(claims(), { alg: 'RS256' }, strangersRsa.privateKey)],
  ...['../../dev/null', '/proc/self/environ', 'second', "' or 1=1 --", '0'].map((kid): [string, () => string] => [
    `kid ${kid} with another’s key`,
    () => tokenOf(claims(), { alg: 'RS256', kid }, strangersRsa.privateKey),
  ]),
  [
    'its own key in the header',
    () => tokenOf(claims(), { alg: 'RS256', jwk: strangersRsa.publicKey.export({ format: 'jwk' }) }, strangersRsa.privateKey),
  ],
  ['the address of a key', () => tokenOf(claims(), { alg: 'RS256', jku: 'https://evil.test/jwks' }, strangersRsa.privateKey)],
  [
    'the address of a certificate',
    () => tokenOf(claims(), { alg: 'RS256', x5u: 'https://evil.test/c' }, strangersRsa.privateKey),
  ],
  ['a part that must be understood', () => tokenOf(claims(), { alg: 'RS256', crit: ['exp'], exp: 1 })],
  ['a body that isn’t encoded', () => tokenOf(claims(), { alg: 'RS256', b64: false, crit: ['b64'] })],
  ...[`${audience}?second`, `${audience}/`, audience.toUpperCase(), audience.replace('17', '18'), '', 'acme'].map(
    (aud): [string, () => string] => [`audience ${aud}`, () => tokenOf(claims({ aud }))],
  ),
  ['two audiences', () => tokenOf(claims({ aud: [audience, 'another'] }))],
  [
    'the second installation’s audience with the first’s key',
    () => tokenOf(claims({ aud: `${audience}?second`, iss: 'second.zendesk.test' })),
  ],
  ...['second.zendesk.test', 'acme.zendesk.test.evil.test', 'ACME.zendesk.test', '', 'zendesk.test'].map(
    (iss): [string, () => string] => [`issuer ${iss}`, () => tokenOf(claims({ iss }))],
  ),
  ...['sub', 'iss', 'aud', 'exp', 'iat'].map((name): [string, () => string] => [`no ${name}`, () => tokenOf(without(name))]),
  ['over', () => tokenOf(claims({ iat: seconds() - 120, exp: seconds() - 60 }))],
  ['over by ten seconds', () => tokenOf(claims({ exp: seconds() - 10 }))],
  ['too old', () => tokenOf(claims({ iat: seconds() - 620, exp: seconds() + 60 }))],
  ['from the future', () => tokenOf(claims({ iat: seconds() + 60 }))],
  ['not yet good', () => tokenOf(claims({ nbf: seconds() + 60 }))],
  ['an end that is no number', () => tokenOf(claims({ exp: `${seconds() + 60}` }))],
  ['nobody’s', () => tokenOf(claims({ sub: '' }))],
  ['a colleague that is no text', () => tokenOf(claims({ sub: 42 }))],
  ['a list for claims', () => tokenOf([claims()])],
  ...[3, 40, 120, 200].map((at): [string, () => string] => [
    `one character changed at ${at}`,
    () => flipped(tokenOf(claims()), at),
  ]),
  [
    'one character of the signature changed',
    () => {
      const token = tokenOf(claims())
      return flipped(token, token.length - 20)
    },
  ],
  ['a signature cut short', () => tokenOf(claims()).slice(0, -8)],
  ['no signature', () => tokenOf(claims()).replace(/[^.]*$/, '')],
  ['the signature of another', () => tokenOf(claims()).replace(/[^.]*$/, tokenOf(claims()).split('.')[2] ?? '')],
  ['a part too many', () => `${tokenOf(claims())}.x`],
  ['something before it', () => `Bearer ${tokenOf(claims())}`],
  ['far too long', () => tokenOf(claims({ sub: 'x'.repeat(9_000) }))],
  ['an encrypted one', () => `${tokenOf(claims())}.x.y`],
  [
    'signed with SHA-1',
    () => {
      const signed = `${base64({ alg: 'RS256' })}.${base64(claims())}`
      return `${signed}.${createSign('RSA-SHA1').update(signed).sign(rsa.privateKey).toString('base64url')}`
    },
  ],
]

/** Signed contexts that aren't: the code, the body and the header, each made as it's tried. */
const contexts: [string, () => [string, string, string]][] = [
  ['no header', () => ['own', context(), '']],
  ['an unknown code', () => ['nobody', context(), signatureOf(context())]],
  ['the code of another', () => ['words', context(), signatureOf(context())]],
  ['the code of a help desk that signs otherwise', () => ['acme', context(), signatureOf(context())]],
  ['another’s secret', () => ['own', context(), signatureOf(context(), { key: `${secret} 2` })]],
  ['no secret', () => ['own', context(), signatureOf(context(), { key: '' })]],
  ['the public key for a secret', () => ['acme', context(), signatureOf(context(), { key: publicPem })]],
  ['too old', () => ['own', context(), signatureOf(context(), { time: seconds() - 310 })]],
  ['from the future', () => ['own', context(), signatureOf(context(), { time: seconds() + 310 })]],
  ['another time than was signed', () => ['own', context(), signatureOf(context()).replace(/t=\d+/, `t=${seconds() + 5}`)]],
  ['no time', () => ['own', context(), signatureOf(context()).replace(/t=\d+,/, '')]],
  ['two signatures', () => ['own', context(), `${signatureOf(context())},v1=${'0'.repeat(64)}`]],
  ['another version', () => ['own', context(), signatureOf(context()).replace('v1', 'v2')]],
  ['capitals in the signature', () => ['own', context(), signatureOf(context()).toUpperCase()]],
  ['a signature cut short', () => ['own', context(), signatureOf(context()).slice(0, -2)]],
  ['one byte of the body changed', () => ['own', context().replace('4711', '4712'), signatureOf(context())]],
  ['one byte of the signature changed', () => ['own', context(), flipped(signatureOf(context()), 30)]],
  ['a space more', () => ['own', `${context()} `, signatureOf(context())]],
  ['no body', () => ['own', '', signatureOf('')]],
  ...(
    [
      ['a body that is no JSON', 'ticket'],
      ['a list', '[]'],
      ['nothing', 'null'],
      ['no ticket', JSON.stringify({ person: 'a' })],
      ['no person', JSON.stringify({ ticket: 'T-1' })],
      ['an unknown key', context({ role: 'admin' })],
      ['an id that is none', context({ buyerId: 'x' })],
      ['a person that is a list', context({ person: ['a'] })],
      ['a line break in the ticket', context({ ticket: 'a\nb' })],
      ['an empty person', context({ person: '' })],
      ['a body too large', context({ person: 'x'.repeat(70_000) })],
    ] as const
  ).map(([name, text]): [string, () => [string, string, string]] => [
    `${name}, rightly signed`,
    () => ['own', text, signatureOf(text)],
  ]),
]

describe.each(engines)('nobody gets into the panel with what a help desk didn’t sign, on %s', (engine) => {
  const dashboard = new Dashboard({ HELP_DESKS: JSON.stringify(helpDesks) }, engine)
  let service: Listener
  beforeEach(async () => {
    service = await listener(json(200, { data: [], meta: [] }))
    dashboard.serviceAt(service.url)
    await dashboard.account('agent')
  })

  /** 401 in one sentence, the same for all; no key, no fact, and no question to the service. */
  async function isRefused(answer: Response) {
    const text = await answer.text()
    expect([answer.status, text.includes(refusedText), keyIn(text)]).toEqual([401, true, ''])
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(service.received).toEqual([])
    return text.replace(/nonce="[^"]+"/g, '').replace(/"traceId":[^,}]+/, '')
  }

  it('tries a hundred', () => expect(tokens.length + contexts.length).toBeGreaterThanOrEqual(100))

  it.each(tokens)('a token: %s', async (_, token) => {
    expect(await isRefused(await postToken(form(token())))).toBe(await isRefused(await postToken('')))
  })

  it.each(contexts)('a signed context: %s', async (_, given) => {
    expect(await isRefused(await postContext(...given()))).toBe(await isRefused(await postContext('own', '', '')))
  })

  it.each([
    ['no form', ''],
    ['another field', 'jwt=x'],
    ['a body too large', `token=${'x'.repeat(70_000)}`],
  ])('a form: %s', async (_, body) => {
    await isRefused(await postToken(body))
  })

  it('a token that was used before, also with another spelling of its signature and by two copies at once', async () => {
    const token = tokenOf(claims())
    expect((await postToken(form(token))).status).toBe(200)
    await isRefused(await postToken(form(token)))
    const bare = tokenOf(without('jti'))
    const answers = await Promise.all(
      [bare, bare, `${bare.slice(0, -1)}${bare.endsWith('Q') ? 'R' : 'Q'}`].map((each) => postToken(form(each))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('a signature and an opening that were used before, one of many at once alone being taken', async () => {
    const text = context()
    const signature = signatureOf(text)
    const answers = await Promise.all(Array.from({ length: 8 }, () => postContext('own', text, signature)))
    const [taken, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    const { address = '' } = (await taken?.json()) ?? {}
    const { search } = new URL(address)
    const opened = await Promise.all(Array.from({ length: 8 }, () => getPanel(search)))
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
    expect(service.received).toEqual([])
  })

  it('an opening that is over, a key that is over, and those that never were', async () => {
    const key = await openFor({ buyerId })
    const text = context({ ticket: 'T-2' })
    const { address } = await (await postContext('own', text, signatureOf(text))).json()
    await (await database())
      .updateTable('panel_passes')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .execute()
    await isRefused(await getPanel(new URL(address).search))
    for (const open of ['', 'x', 'A'.repeat(22), key]) await isRefused(await getPanel(`?open=${open}`))
    for (const asked of [{ key }, { key: 'A'.repeat(43) }, { key: '' }, {}, { key, more: 1 }, 'null', '', '[]', randomUUID()])
      await isRefused(await askFacts(asked))
  })

  it('nothing that identifies a proof, a key or a person stands in the table', async () => {
    const key = await openFor({ email: 'tainara@example.test' })
    const rows = JSON.stringify(await (await database()).selectFrom('panel_passes').selectAll().execute())
    for (const hidden of [key, 'tainara', 'T-4711', 'agent@desk']) expect(rows).not.toContain(hidden)
  })
})
