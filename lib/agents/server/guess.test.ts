import { createHash } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { canonical } from '@/lib/journal/crypto'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { asks, publicClient, tokenFor } from './machine-for-tests'
import { clipped, fitted, roomFor } from './shown'

const { buyer: buyerId } = ids.settledTwice
const email = 'xenia.quade@example.test'
const charge = {
  charge_id: '5a3c2f8e-6a53-4b43-9a55-0a8f6f0f6b12',
  ...{ order_id: 'Wq7LmR2x', amount: '42.84', amount_given: '42.84', currency: 'EUR', day: '2026-11-19' },
  ...{ last_four: '0417', descriptor: 'nw-bill.example', status: 'settled' },
}
let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), AGENTS: 'on' })
let client: Client
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(async () => {
  standin.reset()
  dashboard.serviceAt(standin.url)
  const keys = [
    { kind: 'buyer' as const, key: buyerId, thing: '' },
    { kind: 'email' as const, key: email, thing: '' },
    { kind: 'name' as const, key: 'xenia quade', thing: '' },
    { kind: 'nameWord' as const, key: 'quade', thing: '' },
    { kind: 'card' as const, key: '0417', thing: '' },
  ]
  await (await database()).transaction().execute((tx) => saveNotes(tx, 'northwind', [{ buyerId, keys, charges: [charge] }]))
  client = await publicClient(await tokenFor(dashboard, 'agent'))
})

const hitsFor = async (text: string) => ((await asks(client, 'find_buyer', { text })).says.hits as object[]).length

it.each(['x', 'xe', 'xenia.', 'xenia.quade@example', 'xenia.quade@example.tes', 'nia.qua', 'qua', 'xenia qua', '04', '041'])(
  'finds nobody by %j, which is a part of an e-mail, a name or a card',
  async (text) => expect(await hitsFor(text)).toBe(0),
)

it('finds nobody by a part of a name beside other clues of a message', async () => {
  expect(await hitsFor('SHOP xenia qua 9.99 EUR 3 April 2025')).toBe(0)
})

it.each(['xenia quade', 'Quade', buyerId.slice(0, 8)])(
  'finds a buyer by the whole of a value, and by the beginning of an id: %j',
  async (text) => expect(await hitsFor(text)).toBe(1),
)

it('finds a card by its last four digits, and none among many', async () => {
  expect(await hitsFor('A charge on my card ending 0417')).toBe(1)
  expect(await hitsFor('Charges on my cards ending 1111, card ending 2222, card ending 0417')).toBe(0)
})

it('can’t guess an e-mail that it doesn’t see by the digest of a preview', async () => {
  await saveFacts([{ entity: 'buyer', field: 'email', value: email }], {
    ...{ merchant: 'northwind', buyerId, source: 'read', operation: 'findBuyerByEmail', person: null },
  })
  const after = 'another@example.test'
  const wanted = { verb: 'changeEmail', params: { buyerId }, body: { email: after } }
  const { says } = await asks(client, 'preview_effect', wanted)
  expect(JSON.stringify(says)).not.toContain(email)
  const guesses = ['active', 'none', 'unknown', null].flatMap((tokens) => {
    const facts = [['email', email, after]]
    const all = canonical(['changeBuyerEmail', 'northwind', wanted.params, wanted.body, facts, false, tokens])
    return createHash('sha256').update(all).digest('hex')
  })
  expect(says.effectHash).toMatch(/^[0-9a-f]{64}$/)
  expect(guesses).not.toContain(says.effectHash)
})

it('gets no half of an e-mail address where a long text is cut', () => {
  for (let before = 270; before <= 300; before += 1)
    expect(clipped(`${'a '.repeat(before / 2)} ${email} ends`)).not.toContain('xenia')
})

it('gets as many items of a list as there is room for, so that the rest comes with the next page', () => {
  const items = Array.from({ length: 40 }, (_, at) => ({ at, untrustedProduct: '\u0001"😀'.repeat(75) }))
  const count = roomFor(items)
  expect(count).toBeGreaterThan(1)
  expect(count).toBeLessThan(40)
  expect(JSON.parse(fitted({ orders: items.slice(0, count), total: 40, next: 'newest+40' }))).not.toHaveProperty('left')
  expect(roomFor([{ untrustedProduct: 'x'.repeat(30_000) }])).toBe(1)
})

it('is told by an error that an answer is too long, where no list of it can be cut', () => {
  expect(() => fitted({ prices: { bundles: ['x'.repeat(20_000)] } })).toThrow('too long')
})
