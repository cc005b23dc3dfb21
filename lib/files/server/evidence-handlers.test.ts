import { randomUUID } from 'node:crypto'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { engines, newPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import type { Person } from '@/lib/people/server/sessions'
import { Dashboard } from '@/lib/testing/dashboard'
import { type Listener, listener } from '@/lib/testing/listener'
import { describePack } from '../client/pack-words'
import { type PackVerdict, readPack } from '../client/read-pack'
import type { EvidenceLevel, Manifest } from '../evidence'
import { makeEvidence, verifyManifest } from './evidence-handlers'
import { manifestSignature, manifestVerdict } from './signed-manifest'

const dashboard = new Dashboard()
const buyerId = randomUUID()
let service: Listener

const order = (orderId: string) => ({
  orderId,
  createdAt: '2025-05-14 14:02:31',
  currency: 'EUR',
  subbrand: 'north',
  products: [{ name: 'Plus', prices: { origin: '12.50' } }],
  charges: [
    {
      chargeId: 'c-1',
      amount: '12.50',
      amountInUsd: '13.10',
      status: 'settled',
      createdAt: '2025-05-14 14:02:31',
      has3ds: true,
      descriptor: 'NORTHWIND*PLUS',
      provider: 'acqlocal',
      mid: 'mid-77',
      providerTransaction: 'tx-9',
      code: 'acqlocal.ok',
      target: 'original',
      billingInfo: {
        firstName: 'Tainara',
        lastName: 'Silva',
        ipAddress: '203.0.113.24',
        country: 'BR',
        street: 'Rua 1',
        zip: '01000',
        fingerprint: 'fp-secret',
        personalIdValue: '123.456.789-00',
      },
      paymentMethod: {
        type: 'card',
        data: {
          brand: 'visa',
          bin: '411122',
          lastFourDigits: '0119',
          email: 'card@example.test',
          riskSegments: [{ type: 'a', riskSegment: 'grey' }],
        },
      },
    },
  ],
})

beforeEach(async () => {
  service = await listener((response, { url }) => {
    const ids = new URL(url, 'http://x').searchParams.getAll('orderIds[]')
    const data = ids.filter((id) => id.startsWith('o-')).map((id) => (id === 'o-bad' ? { orderId: id } : order(id)))
    const body = JSON.stringify({ data, meta: { total: data.length, offset: 0 } })
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  dashboard.serviceAt(service.url)
  await (await database()).deleteFrom('throttles').execute()
})

const wish = (more: object = {}) => ({ orderIds: ['o-1'], level: 'internal', from: null, to: null, ...more })
const address = `/api/desk/buyers/${buyerId}/evidence`
const ask = (body: object, as: 'agent' | 'finance' | null = 'finance') =>
  dashboard.call(serveDashboard('read', makeEvidence), 'POST', address, { params: { buyerId }, body, as })
const packOf = async (more: object = {}) => {
  const answer = await ask(wish(more))
  expect(answer.headers.get('content-disposition')).toMatch(/="northwind_[0-9a-f]{8}_\d{4}-\d\d-\d\d-\d{6}_evidence-\w+\.zip"$/)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))
  return { bytes, files, manifest: JSON.parse(files['manifest.json'] ?? '') as Manifest }
}

/** The page's check, with the desk's own handler behind it. */
async function checked(bytes: Uint8Array) {
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) =>
    dashboard.call(serveDashboard('read', verifyManifest), 'POST', path, { body: JSON.parse(body), as: 'agent' }),
  )
  try {
    return await readPack(new Blob([new Uint8Array(bytes)]), 'northwind')
  } finally {
    vi.unstubAllGlobals()
  }
}

const isValid = (verdict: PackVerdict) => describePack(verdict, 'UTC').kind === 'ours'

describe('an evidence pack', () => {
  it('holds a page, attempts, orders, what staff did, and a manifest with every file and the head of the journal', async () => {
    const { files, manifest } = await packOf()
    expect(Object.keys(files)).toEqual([
      'summary.html',
      'orders.json',
      'attempts.csv',
      'actions.json',
      'actions.csv',
      'manifest.json',
      'manifest.sig',
    ])
    expect(manifest).toMatchObject({ level: 'internal', buyerId, orders: ['o-1'], leftOut: [] })
    expect(manifest.files.map(({ name }) => name)).toEqual(Object.keys(files).slice(0, 5))
    const head = await (await database()).selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()
    expect(manifest.journal).toEqual({ seq: head.seq, hash: head.hash })
    expect(files['summary.html']).toContain('NORTHWIND*PLUS')
    expect(await verify(await database(), '')).toMatchObject({ whole: true })
  })

  it('is found sound as it was made', async () => {
    const { bytes } = await packOf()
    const verdict = await checked(bytes)
    expect(verdict.files.map(({ is }) => is)).toEqual(Array(5).fill('sound'))
    expect([isValid(verdict), verdict.dashboard?.madeBy]).toEqual([true, 'The finance'])
  })

  it('with any one byte of any file changed, a file more or a file less, is not', async () => {
    const { bytes } = await packOf()
    const files = unzipSync(bytes)
    for (const [name, content] of Object.entries(files)) {
      const flipped = content.slice()
      const at = Math.floor(flipped.length / 2)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      expect([name, isValid(await checked(zipSync({ ...files, [name]: flipped })))]).toEqual([name, false])
      const { [name]: _, ...without } = files
      expect([name, isValid(await checked(zipSync(without)))]).toEqual([name, false])
    }
    expect(isValid(await checked(zipSync({ ...files, 'more.txt': new Uint8Array(3) })))).toBe(false)
    expect((await checked(bytes.slice(0, bytes.length / 2))).manifest).toBeNull()
  })

  it.each([{ files: [null] }, { files: 'all' }, { orders: null }, { journal: null }, { level: 'secret' }])(
    'with %j in its manifest is none of ours, and nothing is asked of the desk',
    async (wrong) => {
      const { bytes, manifest } = await packOf()
      const files = { ...unzipSync(bytes), 'manifest.json': strToU8(JSON.stringify({ ...manifest, ...wrong })) }
      expect(await checked(zipSync(files))).toEqual({ manifest: null, files: [], dashboard: null })
    },
  )

  const shown: [EvidenceLevel, string[], string[]][] = [
    [
      'bank',
      ['Tainara', '203.0.113.24', 'Rua 1', '411122', 'card@example.test', 'mid-77', 'NORTHWIND*PLUS'],
      ['The finance', 'fp-secret', 'grey', '123.456'],
    ],
    [
      'internal',
      ['T••••••', '203.0.113.•••', 'mid-77', 'acqlocal'],
      ['Tainara', '203.0.113.24', '411122', 'card@', 'fp-secret', '123.456', 'Rua 1'],
    ],
    [
      'customer',
      ['NORTHWIND*PLUS', '0119', '12.50'],
      ['Tainara', '203.0.113', 'mid-77', 'acqlocal', 'tx-9', 'fp-', 'grey', '411122', 'card@', '123.456', '13.10', 'north'],
    ],
  ]
  it.each(shown)('at the level %s shows what it may and nothing else', async (level, there, absent) => {
    const { files } = await packOf({ level, reason: 'Dispute 12 of the bank' })
    const text = ['summary.html', 'orders.json', 'attempts.csv', 'actions.json', 'actions.csv']
      .map((name) => files[name])
      .join('\n')
    expect(there.filter((word) => !text.includes(word))).toEqual([])
    const lower = text.replaceAll('NORTHWIND', '').replaceAll('northwind', '')
    expect(absent.filter((word) => lower.includes(word))).toEqual([])
  })

  it('for the bank needs a reason, which the journal has before anything leaves', async () => {
    const refused = await ask(wish({ level: 'bank' }))
    expect([refused.status, (await refused.json()).fields[0].field]).toEqual([422, 'reason'])
    await packOf({ level: 'bank', reason: 'Dispute 12' })
    const row = await (await database()).selectFrom('journal').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
    expect([row.kind, row.operation, JSON.parse(row.detail)]).toEqual([
      'exported',
      'makeEvidence',
      { level: 'bank', orderIds: ['o-1'], from: null, to: null, reason: 'Dispute 12' },
    ])
  })

  it('for the bank counts as the values it reveals, and has the first digits of a card only for whom they may be shown', async () => {
    const counted = async () =>
      (await (await database()).selectFrom('throttles').selectAll().execute()).map((row) => row.failures)
    await packOf()
    expect(await counted()).toEqual([1])
    const wished = wish({ level: 'bank', reason: 'Dispute 12' })
    const ofAgent = unzipSync(new Uint8Array(await (await ask(wished, 'agent')).arrayBuffer()))
    expect(Object.values(ofAgent).filter((file) => Buffer.from(file).includes('411122'))).toEqual([])
    expect(JSON.parse(strFromU8(ofAgent['manifest.json'] ?? new Uint8Array())).leftOut).toEqual([
      expect.stringMatching(/^The first digits/),
    ])
    expect((await counted()).toSorted()).toEqual([1, 1, 4])
    await packOf(wished)
    expect((await counted()).toSorted()).toEqual([1, 2, 4, 5])
  })

  it('says which of the chosen orders are not in it', async () => {
    const { manifest } = await packOf({ orderIds: ['o-1', 'o-bad', 'x-of-another'] })
    expect(manifest.orders).toEqual(['o-1'])
    expect(manifest.leftOut).toEqual([
      'Order x-of-another: the service didn’t return it.',
      'Order o-bad: we couldn’t read what the service sent.',
    ])
  })

  it.each([
    [{ orderIds: [] }, 'orderIds'],
    [{ orderIds: ['x-1'] }, 'orderIds'],
    [{ level: 'everything' }, 'level'],
    [{ from: '2025-02-30' }, 'from'],
    [{ from: '2025-02-02', to: '2025-02-01' }, 'to'],
  ])('%j is refused by name', async (wrong, field) => {
    const answer = await ask(wish(wrong))
    expect([answer.status, (await answer.json()).fields[0].field.split('.')[0]]).toEqual([422, field])
  })

  it('is made for nobody without a session', async () => {
    expect((await ask(wish(), null)).status).toBe(401)
  })
})

const ada: Person = { accountId: 'a-1', sessionId: 's-1', email: 'ada@desk.test', name: 'Ada', role: 'agent' }

describe.each(engines)('on %s', (engine) => {
  it('a signed manifest of another journal is told from our own', async () => {
    const place = await newPlace(engine)
    startAt(place)
    try {
      const text = JSON.stringify({ journal: { seq: 1, hash: 'another' } })
      expect(await manifestVerdict(ada, text, manifestSignature(text))).toMatchObject({ signed: true, journal: 'missing' })
      expect(await manifestVerdict(ada, text, 'nonsense')).toMatchObject({ signed: false, journal: 'missing' })
    } finally {
      await stop()
      await place.remove()
    }
  })
})
