import { describe, expect, test } from 'vitest'
import { ids } from './seed/stories'
import { signedHeaders, signToken } from './sign'
import { RunningStandin } from './standin-for-tests'
import { northwind, southbay } from './standin-merchants'

const running = new RunningStandin()
const path = `/api/v3/buyers/${ids.nothing.buyer}/charge/history`

async function asked(headers: Record<string, string>) {
  const response = await fetch(running.standin.url + path, { headers })
  return { status: response.status, body: (await response.json()) as unknown }
}

const forbidden = {
  uuid: null,
  message: 'Unauthorized service use is forbidden',
  code: 0,
  traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
}

/** Headers with other values, signed as if they were meant. */
function signedWith(changed: { date?: string; buyerIp?: string }) {
  const { date = '2025-02-19 23:59:59.000000', buyerIp = northwind.fallbackBuyerIp } = changed
  const { secretKey, publicKey } = northwind
  const token = signToken({ secretKey, publicKey, buyerIp, date })
  return { ...signedHeaders(northwind), 'x-date': date, 'x-buyer-ip': buyerIp, 'x-token': token }
}

describe('a request that is signed', () => {
  test('is answered', async () => {
    expect((await asked(signedHeaders(northwind))).status).toBe(200)
  })

  test.each(['2025-02-19 23:59:59.000000', '2025-02-19T23:59:59'])('may write its date as %s', async (date) => {
    expect((await asked(signedWith({ date }))).status).toBe(200)
  })

  test('may come from an IPv6 address', async () => {
    expect((await asked(signedWith({ buyerIp: '2001:db8::1' }))).status).toBe(200)
  })
})

describe('a request is refused with the one documented body', () => {
  test.each(['x-public-key', 'x-buyer-ip', 'x-date', 'x-token', 'x-source', 'x-id'])('without %s', async (name) => {
    const { [name]: _, ...headers } = signedHeaders(northwind)
    expect(await asked(headers)).toEqual({ status: 401, body: forbidden })
  })

  test.each([
    ['an unknown public key', 401, { 'x-public-key': 'aa46a835-36fa-4f75-ba3d-dc8785912345' }],
    ["another merchant's public key", 401, { 'x-public-key': southbay.publicKey }],
    ['a token of the wrong length', 401, { 'x-token': 'abc' }],
    ['a token in upper case', 401, { 'x-token': signedHeaders(northwind)['x-token']?.toUpperCase() ?? '' }],
    ['a date that was not signed', 401, { 'x-date': '2025-02-19 23:59:59.000001' }],
    ['a source other than shop', 400, { 'x-source': 'staff' }],
    ['a service id without access', 403, { 'x-id': 'somebody-else' }],
  ])('for %s', async (_, status, changed) => {
    expect(await asked({ ...signedHeaders(northwind), ...changed })).toEqual({ status, body: forbidden })
  })

  test.each(['2025-02-19 23:59:59', '2025-02-19T23:59:59Z', '19.02.2025 23:59'])(
    'for the date %s, though it is signed',
    async (date) => {
      expect((await asked(signedWith({ date }))).status).toBe(401)
    },
  )

  test.each(['999.1.1.1', 'localhost', '198.51.100.0/24', 'fe80::1%eth0'])(
    'for the buyer IP %s, though it is signed',
    async (buyerIp) => {
      expect((await asked(signedWith({ buyerIp }))).status).toBe(401)
    },
  )
})

test('a refused request has no effect', async () => {
  const wrong = { headers: { 'x-token': 'f'.repeat(64) } }
  const answer = await running.as().patch(`/api/v2/buyers/${ids.nothing.buyer}`, { email: 'new@example.test' }, wrong)
  expect(answer.status).toBe(401)
  expect((await running.as().get('/api/v2/buyers/email/new@example.test')).status).toBe(404)
})

test('a path the service does not have is no error of the service', async () => {
  const answer = await running.as().get('/api/v2/buyers')
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('text/html')
})
