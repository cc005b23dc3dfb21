import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { environmentOf } from '@/lib/database/engines-for-tests'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { endless, never, reset, statusOf } from '@/lib/testing/post-taker'
import { selfSigned } from '@/lib/testing/self-signed'
import { type LookUp, post } from './post'
import { isSigned, Receiver } from './receiver-for-tests'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-post-'))
const secret = 'a secret of a hook'
const deliveryId = '11111111-1111-4111-8111-111111111111'
const receiver = new Receiver()
const sent = (url = receiver.url, find?: LookUp, body = '{"words":"ä"}') => post({ url, secret, deliveryId, body }, find)

function allow(hosts: string): void {
  Object.assign(process.env, environmentOf({ DATA_DIR: folder }), { HOOK_HOSTS: hosts })
  forgetSingletons()
}

beforeAll(() => receiver.start())
afterAll(async () => {
  await receiver.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.connections = 0
  allow(`127.0.0.1:${receiver.port}`)
})

describe('what is posted to a hook', () => {
  it('is signed: a receiver verifies 1,000 of 1,000, and none with any byte changed', async () => {
    for (let from = 0; from < 1_000; from += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => sent(receiver.url, undefined, JSON.stringify({ n: from + n, words: 'Zoë 🦊' }))),
      )
    expect(receiver.received.filter((each) => isSigned(secret, each))).toHaveLength(1_000)
    const [one] = receiver.received
    if (!one) throw new Error('Nothing came')
    const bytes = Buffer.from(one.body)
    const changed = [...bytes.keys()].flatMap((at) =>
      [1, 128].map((bit) => {
        const copy = Buffer.from(bytes)
        copy[at] = (copy[at] ?? 0) ^ bit
        return { signature: one.signature, body: copy }
      }),
    )
    expect(isSigned(secret, { signature: one.signature, body: bytes })).toBe(true)
    expect(changed.filter((each) => isSigned(secret, each))).toEqual([])
    const signatures = [...one.signature].map(
      (letter, at) => one.signature.slice(0, at) + (letter === '0' ? '1' : '0') + one.signature.slice(at + 1),
    )
    expect(signatures.filter((signature) => isSigned(secret, { ...one, signature }))).toEqual([])
    expect(isSigned('another secret', one)).toBe(false)
    expect(isSigned(secret, one, Date.now() + 301_000)).toBe(false)
  })

  it('says which delivery it is, and names itself', async () => {
    expect(await sent()).toBe('204')
    expect(receiver.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-counterfoil-delivery': deliveryId,
      'user-agent': 'Counterfoil',
    })
  })

  it('follows no redirect', async () => {
    const other = await new Receiver().start()
    allow(`127.0.0.1:${receiver.port} 127.0.0.1:${other.port}`)
    receiver.next.push(statusOf(302, { location: other.url }), statusOf(307, { location: receiver.url }))
    expect([await sent(), await sent(), other.connections, receiver.received.length]).toEqual(['302', '307', 0, 2])
    other.stop()
  })

  it('is given up after 5 s without an answer, and isn’t held up by an answer without end', async () => {
    receiver.next.push(endless, never)
    expect(await sent()).toBe('200')
    const began = performance.now()
    expect(await sent()).toBe('no answer in 5 s')
    expect(performance.now() - began).toBeLessThan(7_000)
  })

  it('says why there is no answer', async () => {
    receiver.next.push(reset)
    expect(await sent()).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/)
    allow('127.0.0.1:9')
    expect(await sent('http://127.0.0.1:9/')).toBe('ECONNREFUSED')
  })

  it('goes to nobody whose certificate nobody vouches for', async () => {
    let requests = 0
    const server = createServer(selfSigned(), (_, response) => {
      requests += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    allow(`127.0.0.1:${port}`)
    expect([await sent(`https://127.0.0.1:${port}/`), requests]).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT', 0])
    server.close()
  })
})

describe('nobody is connected to', () => {
  it.each([
    ['another port of this machine', (port: number) => `http://127.0.0.1:${port}/`],
    ['this machine by its name', (port: number) => `http://localhost:${port}/`],
    ['this machine by its name, over https', (port: number) => `https://localhost:${port}/`],
    ['this machine in one number', (port: number) => `http://2130706433:${port}/`],
    ['this machine in hexadecimal', (port: number) => `https://0x7f000001:${port}/`],
    ['this machine in IPv6', (port: number) => `http://[::1]:${port}/`],
    ['this machine as IPv4 in IPv6', (port: number) => `https://[::ffff:127.0.0.1]:${port}/`],
    ['the cloud’s metadata', () => 'http://169.254.169.254/latest/meta-data/'],
  ])('at %s, where the list doesn’t name it', async (_, url) => {
    allow('hooks.example.test')
    expect([await sent(url(receiver.port)), receiver.connections]).toEqual(['host not allowed', 0])
  })

  it('behind a listed name that stands for this machine', async () => {
    allow(`localhost:${receiver.port}`)
    expect([await sent(`https://localhost:${receiver.port}/`), receiver.connections]).toEqual(['address not allowed', 0])
  })

  it('behind a name that stands for a public address and one of our own at once', async () => {
    allow(`hooks.example.test:${receiver.port}`)
    const both: LookUp = async () => [
      { address: '192.88.100.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    expect([await sent(`https://hooks.example.test:${receiver.port}/`, both), receiver.connections]).toEqual([
      'address not allowed',
      0,
    ])
  })

  it('behind a name that first stands for one address and then for this machine: it’s looked up once, and that one is taken', async () => {
    allow(`hooks.example.test:${receiver.port} 127.0.0.2:${receiver.port}`)
    const asked: string[] = []
    // The first answer is a listed address where nobody listens: whoever looked the name up again would find the receiver.
    const rebinding: LookUp = async (hostname) => {
      asked.push(hostname)
      return [{ address: asked.length === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
    }
    expect(await sent(`https://hooks.example.test:${receiver.port}/`, rebinding)).toBe('ECONNREFUSED')
    expect([asked, receiver.connections]).toEqual([['hooks.example.test'], 0])
  })
})
