import { describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { type DirectoryRequest, directoryAt, token } from './directory-for-tests'

describe.each(engines)('people of the company’s directory, on %s', (engine) => {
  const { dashboard, now, ask, user, added, patch } = directoryAt(engine)
  const after = async (body: () => object) => {
    await added()
    return ask('POST', 'Users', { body: body() })
  }

  const refusals: [string, () => Promise<{ status: number; body: { scimType?: string } }>, number, string | undefined][] = [
    [
      'a user name that is taken, in another case',
      () => after(() => user({ userName: `${now.name.toUpperCase()}@CORP.example.test`, externalId: 'o' })),
      409,
      'uniqueness',
    ],
    ['the same user twice', () => after(user), 409, 'uniqueness'],
    ['a user without a subject', () => ask('POST', 'Users', { body: user({ externalId: undefined }) }), 400, 'invalidValue'],
    ['a NUL', () => ask('POST', 'Users', { body: user({ userName: 'a\u0000@corp.example.test' }) }), 400, 'invalidValue'],
    ['half a character', () => ask('POST', 'Users', { body: user({ externalId: 'a\ud800' }) }), 400, 'invalidValue'],
    [
      'an e-mail that only looks like one',
      () => ask('POST', 'Users', { body: user({ userName: 'аda@corp.example.test' }) }),
      400,
      'invalidValue',
    ],
    [
      'a user name that is an object',
      () => ask('POST', 'Users', { body: user({ userName: { toString: 1 } }) }),
      400,
      'invalidValue',
    ],
    [
      'another subject',
      async () => patch(await added(), { op: 'replace', path: 'externalId', value: 'other' }),
      400,
      'mutability',
    ],
    ['another id', async () => patch(await added(), { op: 'replace', path: 'id', value: 'other' }), 400, 'mutability'],
    [
      'an active that is neither',
      async () => patch(await added(), { op: 'replace', path: 'active', value: 'no' }),
      400,
      'invalidValue',
    ],
    [
      'an operation of no kind',
      async () => patch(await added(), { op: { toString: 1 }, path: 'active', value: true }),
      400,
      'invalidSyntax',
    ],
    [
      'a path that is none',
      async () => patch(await added(), { op: 'add', path: 'roles[value eq', value: 'x' }),
      400,
      'invalidPath',
    ],
    ['removing nothing', async () => patch(await added(), { op: 'remove' }), 400, 'noTarget'],
    [
      'deep nesting',
      () => ask('POST', 'Users', { body: `{"roles":${'['.repeat(9_000)}${']'.repeat(9_000)}}` }),
      400,
      'invalidSyntax',
    ],
    ['a body that is no JSON', () => ask('POST', 'Users', { body: '{' }), 400, 'invalidSyntax'],
    ['a key twice', () => ask('POST', 'Users', { body: '{"userName":"a","userName":"b"}' }), 400, 'invalidSyntax'],
    ['a huge body', () => ask('POST', 'Users', { body: user({ title: 'x'.repeat(70_000) }) }), 413, undefined],
    ['another type', () => ask('POST', 'Users', { body: user(), headers: { 'content-type': 'text/plain' } }), 415, undefined],
    ['an id that is none', () => ask('GET', 'Users', { id: "1' or 1=1" }), 404, undefined],
    ...[
      'userName eq "x" or 1=1',
      'userName sw "a"',
      "userName eq 'x'",
      'userName eq "a\\u0000"',
      'password eq "x"',
      '',
      `userName eq "${'x'.repeat(1_000)}"`,
    ].map((filter): [string, () => ReturnType<typeof ask>, number, string] => [
      `the filter ${filter.slice(0, 40)}`,
      () => ask('GET', 'Users', { search: `?${new URLSearchParams({ filter })}` }),
      400,
      'invalidFilter',
    ]),
  ]
  it.each(refusals)('are refused, and nobody changed, by %s', async (_, asking, status, scimType) => {
    const answer = await asking()
    expect([answer.status, answer.body.scimType]).toEqual([status, scimType])
    expect(answer.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) })
  })

  it('are found by nothing that is written into a filter', async () => {
    await added()
    for (const value of [`' or '1'='1`, '%', '" or userName pr', `x') --`]) {
      const search = `?${new URLSearchParams({ filter: `userName eq ${JSON.stringify(value)}` })}`
      expect(await ask('GET', 'Users', { search })).toMatchObject({ status: 200, body: { totalResults: 0 } })
    }
  })

  it('are for the bearer of the token alone: no cookie, no token in the address, and 429 for who guesses', async () => {
    const { cookie } = await dashboard.account('admin')
    const headers = { 'x-counterfoil-peer': '192.0.2.77', authorization: null }
    const wrong: DirectoryRequest[] = [
      { headers },
      { headers: { ...headers, cookie } },
      { headers, search: `?access_token=${token}&token=${token}` },
      { headers: { ...headers, authorization: `Bearer ${token}x` } },
      { headers: { ...headers, authorization: token } },
      { headers: { ...headers, authorization: `Basic ${token}` } },
    ]
    for (const each of wrong) {
      const answer = await ask('GET', 'Users', each)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
    for (let tries = 0; tries < 20; tries += 1) await ask('GET', 'Users', { headers })
    const limited = await ask('GET', 'Users', { headers })
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await ask('GET', 'Users', { headers: { 'x-counterfoil-peer': '192.0.2.77' } })).status).toBe(200)
  })
})
