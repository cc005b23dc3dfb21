import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { ids } from './seed/stories'
import { signedHeaders } from './sign'
import { RunningStandin } from './standin-for-tests'
import { northwind } from './standin-merchants'

const running = new RunningStandin()
const history = `/api/v3/buyers/${ids.cascade.buyer}/charge/history`
const email = `/api/v2/buyers/${ids.nothing.buyer}`

const write = () => running.as().patch(email, { email: 'moved@example.test' })
const isMoved = async () => (await running.as().get('/api/v2/buyers/email/moved@example.test')).status === 200
const order = (fault: string, more: object = {}) => running.standin.fault({ operation: '*', fault, ...more })

test.each([
  ['page', 'text/html; charset=utf-8', /<h1>429/],
  ['empty', null, /^$/],
  ['message', 'application/json', /^\{"message":"Request blocked"\}$/],
])('gateway answers with a %s in the place of the service, which does nothing', async (form, type, words) => {
  order('gateway', { status: 429, form, seconds: 7 })
  const response = await running.as().send('PATCH', email, { body: { email: 'moved@example.test' } })
  expect([response.status, response.headers.get('content-type'), response.headers.get('retry-after')]).toEqual([429, type, '7'])
  expect(await response.text()).toMatch(words)
  expect(await isMoved()).toBe(false)
})

test('doubledKey writes the first key of a JSON twice, and what was asked is done', async () => {
  order('doubledKey')
  const response = await running.as().send('GET', history)
  expect(response.status).toBe(200)
  expect(await response.text()).toMatch(/^\{"data":null,"data":\[/)
  order('doubledKey')
  await write()
  expect(await isMoved()).toBe(true)
})

/** What comes back over a bare socket, up to this ending. */
async function overSocket(request: string, ending: string): Promise<string> {
  const socket = connect(Number(new URL(running.standin.url).port), '127.0.0.1').setEncoding('utf8')
  socket.write(request)
  let text = ''
  for await (const piece of socket) {
    text += piece
    if (text.endsWith(ending)) break
  }
  return text
}

test.each([
  ['a 204', {}, 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['the JSON that was given, later', { ms: 5, body: { data: [] } }, '\r\n\r\n{"data":[]}'],
])('a connection bears a surplus answer: %s', async (_, more, surplus) => {
  order('surplus', more)
  const text = await overSocket('GET /api/v2/buyers/email/a@example.test HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n', surplus)
  expect(text).toMatch(/^HTTP\/1\.1 401 /)
  expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(2)
})

test('announced204 ends at the head of a 204, which announces a body', async () => {
  order('announced204')
  const body = '{"email":"moved@example.test"}'
  const headers = { ...signedHeaders(northwind, northwind.fallbackBuyerIp), 'content-length': String(body.length) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = await overSocket(`PATCH ${email} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`, '\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1\.1 204 No Content\r\n/)
  expect(text).toMatch(/content-length: 5\r\n/i)
  expect(await isMoved()).toBe(true)
})
