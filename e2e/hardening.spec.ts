import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { handlers, links, pages } from './addresses'
import { expect, test } from './fixtures'
import { observatoryScore } from './observatory'
import { type RawAnswer, rawRequest } from './raw-request'

// Over sockets, against the built server: what is promised of addresses, methods and headers, whatever the browser would make of it.

const built = join(import.meta.dirname, '../.next')
const twisted: [string, string[]][] = [
  ['plainly', []],
  ['as a subrequest of the hook', ['x-middleware-subrequest: middleware:middleware:middleware:middleware:middleware']],
  [
    'as a subrequest of it in src',
    ['x-middleware-subrequest: src/middleware:src/middleware:src/middleware:src/middleware:src/middleware'],
  ],
  ['as a subrequest of the proxy', ['x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy']],
  ['as a navigation', ['rsc: 1']],
  ['as a prefetch', ['rsc: 1', 'next-router-prefetch: 1']],
  ['as a prefetch of a segment', ['rsc: 1', 'next-router-prefetch: 1', 'next-router-segment-prefetch: /_tree']],
]

/** What only somebody signed in may read: words of pages and values of the seeded buyer. */
const protectedWords = /The service can’t make refunds|tainara|t•+a@|Tainara|"subscriptions"|Recent buyers/

for (const [how, headers] of twisted) {
  test(`no page and no handler says anything without a session, asked ${how} (A01, A02, A03)`, async ({ servers }) => {
    for (const page of [...pages, ...links]) {
      for (const suffix of ['', '?_rsc=1']) {
        const answer = await rawRequest(servers.address, `GET ${page}${suffix}`, headers)
        expect([page, answer.status, answer.headers.location ?? '']).toEqual([
          page,
          307,
          expect.stringMatching(/^\/(sign-in\?callbackUrl=|.*[?&]_rsc)/),
        ])
        expect(answer.body).not.toMatch(protectedWords)
      }
    }
    for (const handler of handlers) {
      const answer = await rawRequest(servers.address, `GET ${handler}`, headers)
      expect([handler, answer.status === 405 ? 401 : answer.status, answer.headers['content-type']]).toEqual([
        handler,
        401,
        'application/problem+json',
      ])
    }
  })
}

test('what the framework would write for a static site is not there without a session (A03)', async ({ servers }) => {
  for (const page of pages) {
    for (const suffix of ['.rsc', '.segments/_tree.segment.rsc', '.segments/_index.segment.rsc']) {
      const answer = await rawRequest(servers.address, `GET ${page === '/' ? '/index' : page}${suffix}`)
      expect([page, suffix, answer.status, protectedWords.test(answer.body)]).toEqual([page, suffix, 404, false])
    }
  }
})

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': expect.stringMatching(/^max-age=63072000/),
  'content-security-policy': expect.stringMatching(/^default-src 'none'/),
}

test('every kind of answer has the headers that all have, and scores 130 and more (A41)', async ({
  servers,
  dataDir,
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  const cookie = `cookie: ${(await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')}`
  const { address } = servers
  const signIn = await rawRequest(address, 'GET /sign-in')
  const script = /\/_next\/static\/[^"]+\.js/.exec(signIn.body)?.[0] ?? ''
  const json = ['content-type: application/json', 'sec-fetch-site: same-origin', cookie]
  const store = new Database(join(dataDir, 'counterfoil.sqlite'), { timeout: 10_000 })
  store.exec('alter table recent_buyers rename to recent_buyers_away')
  const broken = await rawRequest(address, 'GET /api/desk/recent', [cookie])
  store.exec('alter table recent_buyers_away rename to recent_buyers')
  store.close()
  const kinds: Record<string, [number, RawAnswer]> = {
    page: [200, signIn],
    'page of somebody signed in': [200, await rawRequest(address, 'GET /journal', [cookie])],
    redirect: [307, await rawRequest(address, 'GET /')],
    'redirect to the address without its slash': [308, await rawRequest(address, 'GET /journal/')],
    json: [200, await rawRequest(address, 'GET /api/desk/session', [cookie])],
    'json without a session': [401, await rawRequest(address, 'GET /api/desk/session')],
    'no such page': [404, await rawRequest(address, 'GET /nothing-here')],
    'no such handler': [404, await rawRequest(address, 'GET /api/nothing-here')],
    'another method of a handler': [405, await rawRequest(address, 'POST /api/desk/session', json)],
    'a method of nobody': [405, await rawRequest(address, 'TRACE /')],
    'a body too large': [413, await rawRequest(address, 'POST /api/v2/buyers', json, `{"a":"${'x'.repeat(65_600)}"}`)],
    'a body of another kind': [
      415,
      await rawRequest(address, 'POST /api/v2/buyers', ['content-type: text/plain', ...json.slice(1)], 'a'),
    ],
    'a fault of ours': [500, broken],
    script: [200, await rawRequest(address, `GET ${script}`)],
    'no such script': [404, await rawRequest(address, 'GET /_next/static/nothing.js')],
    icon: [200, await rawRequest(address, 'GET /icon.svg')],
    robots: [200, await rawRequest(address, 'GET /robots.txt')],
    readiness: [200, await rawRequest(address, 'GET /api/desk/health/ready')],
  }
  for (const [kind, [status, answer]] of Object.entries(kinds)) {
    expect([kind, answer.status]).toEqual([kind, status])
    expect({ kind, ...answer.headers }).toMatchObject({ kind, ...always })
    expect([kind, observatoryScore(answer.headers) >= 130]).toEqual([kind, true])
    expect([kind, answer.headers['x-powered-by']]).toEqual([kind, undefined])
    if (kind !== 'script')
      expect({ kind, ...answer.headers }).toMatchObject({ kind, 'cache-control': expect.stringContaining('no-store') })
    if (status >= 400) expect([kind, /\bat .*\.(ts|js):\d|node_modules/.test(answer.body)]).toEqual([kind, false])
    if (/handler|method|a body|fault/.test(kind))
      expect([kind, answer.headers['content-type']]).toEqual([kind, 'application/problem+json'])
  }
  expect(kinds.page?.[1].headers['content-security-policy']).not.toContain('unsafe')
})

test('methods that nobody serves are refused before the framework stumbles over them', async ({ servers }) => {
  for (const method of ['TRACE', 'PROPFIND', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of ['/', '/sign-in', '/journal', '/robots.txt', '/icon.svg', '/_next/static/x.js']) {
      const answer = await rawRequest(servers.address, `${method} ${path}`, ['content-type: text/plain'], 'a')
      expect([method, path, answer.status, answer.headers.allow]).toEqual([method, path, 405, 'GET, HEAD'])
    }
  }
})

test('a handler names its methods where it is asked by another, with a problem in words', async ({ servers }) => {
  for (const path of ['/api/nothing-here', ...handlers]) {
    for (const method of ['TRACE', 'PROPFIND']) {
      const answer = await rawRequest(servers.address, `${method} ${path}`)
      expect([method, path, answer.status, answer.headers['content-type']]).toEqual([
        ...[method, path, 405, 'application/problem+json'],
      ])
      expect([path, answer.body]).toEqual([path, expect.stringContaining('"code":"method_not_allowed"')])
    }
    const options = await rawRequest(servers.address, `OPTIONS ${path}`)
    const refused = await rawRequest(servers.address, `TRACE ${path}`)
    const names = (text = '') => text.split(', ').toSorted()
    const status = path === '/api/mcp' ? 405 : 204 // no page may ask what a machine may send
    expect([path, options.status, names(refused.headers.allow)]).toEqual([path, status, names(options.headers.allow)])
  }
})

test('a percent sign in the key of a draft, which the framework decodes, is refused in words (A23)', async ({
  servers,
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  const cookie = `cookie: ${(await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')}`
  const headers = ['content-type: application/json', 'sec-fetch-site: same-origin', cookie]
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? '{"actionId":"0d1c9c3e-5a52-4e0f-9d3b-1f6a5b1f7a10","values":{}}' : ''
    const refused = await rawRequest(servers.address, `${method} /api/desk/drafts/a%25`, headers, body)
    expect([method, refused.status]).toEqual([method, 422])
    expect([method, refused.headers['content-type']]).toEqual([method, 'application/problem+json'])
  }
})

test('another protocol and another host are refused, and nobody is asked (A44)', async ({ servers, standin }) => {
  const upgrade = [
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  for (const path of ['/', '/api/desk/session', '/_next/webpack-hmr', '/nothing-here'])
    expect([path, (await rawRequest(servers.address, `GET ${path}`, upgrade)).status]).toEqual([path, 404])
  for (const target of [
    'http://169.254.169.254/latest',
    `${servers.standinAddress}/standin/accounts`,
    '//elsewhere.test/',
    '/\\elsewhere.test/',
  ]) {
    const answer = await rawRequest(servers.address, `GET ${target}`)
    expect([target, answer.status, answer.headers.location]).toEqual([target, 404, undefined])
  }
  expect(await standin.requests()).toEqual([])
})

test('there is no image optimiser, no server action and no source map', async ({ servers }) => {
  const images = await rawRequest(servers.address, 'GET /_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75')
  expect(images.status).toBe(404)
  const action = await rawRequest(servers.address, 'POST /sign-in', ['next-action: 40c0ffee', 'content-type: text/plain'], '[]')
  expect(action.status).toBe(405)
  expect(JSON.parse(readFileSync(join(built, 'server/server-reference-manifest.json'), 'utf8'))).toMatchObject({
    node: {},
    edge: {},
  })
  const files = readdirSync(join(built, 'static'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(10)
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    expect([
      file,
      /sourceMappingURL|NEXTAUTH_SECRET|JOURNAL_KEY|METRICS_TOKEN|DATABASE_URL|secretKey/.test(
        readFileSync(join(built, 'static', file), 'utf8'),
      ),
    ]).toEqual([file, false])
    expect([file, (await rawRequest(servers.address, `GET /_next/static/${file}.map`)).status]).toEqual([file, 404])
  }
})

test('a page is blank in a frame of another origin (A42)', async ({ browser, servers }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${servers.address}/sign-in"></iframe>` }),
  )
  await page.goto('http://elsewhere.test/')
  await expect.poll(() => page.frames().at(1)?.url()).toBe('chrome-error://chromewebdata/')
  await expect(page.frameLocator('iframe').getByLabel('Password')).toHaveCount(0)
  await context.close()
})
