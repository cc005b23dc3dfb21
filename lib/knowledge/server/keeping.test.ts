import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { openDatabase } from '@/lib/database/open'
import { appendSome } from '@/lib/journal/entries-for-tests'
import { verify } from '@/lib/journal/verify'
import { getChargeHistory, listSubscriptions } from '@/lib/operations/queries'
import { findHere } from '@/lib/search/server/find-here'
import { othersWithCard, recordCards } from './cards'
import { indexPending } from './directory'
import { eraseBuyer } from './erase'
import { factsOf, knownVersion } from './facts'
import { purgeBefore, purgeWhenDue } from './purge'
import { remember } from './remember'
import { retentionDays, setRetention } from './retention'

const admin = { accountId: 'a', sessionId: 's', email: 'root@desk.test', name: 'Root', role: 'admin' as const }
const dayMs = 86_400_000

describe.each(engines)('on %s', (engine) => {
  const own = new OwnDatabase(engine)

  beforeAll(async () => {
    await own.store.transaction().execute((tx) => appendSome(3, tx))
  })

  test('a subscription that a list holds twice, with two values, isn’t known by either', async () => {
    const [buyerId, id] = [randomUUID(), randomUUID()]
    const listed = (...flags: boolean[]) =>
      listSubscriptions.answer.parse({ data: flags.map((autoChargeStatus) => ({ id, status: 'active', autoChargeStatus })) })
    const about = { operation: listSubscriptions, merchant: 'northwind', person: 'Ada', params: { buyerId } }
    const known = async (field: string) =>
      (await factsOf('northwind', buyerId, `subscription:${id}`)).find((fact) => fact.field === field)?.value
    for (const [flags, value] of [
      [[true], true],
      [[true, false], null],
      [[false, false], false],
    ] as const) {
      await remember({ ...about, askedAt: new Date() }, listed(...flags))
      expect([await known('autoChargeStatus'), await known('status')]).toEqual([value, 'active'])
    }
  })

  async function passed(merchant: string, name: string): Promise<string> {
    const buyerId = randomUUID()
    const charge = {
      chargeId: randomUUID(),
      amount: '9.99',
      status: 'settled',
      createdAt: '2026-01-01 10:00:00',
      descriptor: 'NB*x',
      billingInfo: { firstName: name, lastName: 'Bell', ipAddress: '203.0.113.5', country: 'DE' },
      paymentMethod: { type: 'card', data: { lastFourDigits: '0119' } },
    }
    const answer = getChargeHistory.answer.parse({
      data: [{ orderId: buyerId.slice(0, 8), currency: 'EUR', createdAt: '2026-01-01 10:00:00', charges: [charge] }],
      meta: { total: 1 },
    })
    await remember({ operation: getChargeHistory, merchant, params: { buyerId }, person: 'Ada' }, answer)
    await indexPending()
    return buyerId
  }
  async function noted(merchant: string, buyer_id: string, text: string): Promise<void> {
    const [id, at] = [randomUUID(), new Date().toISOString()]
    const { accountId: account_id, email, name, role } = admin
    await own.store
      .insertInto('accounts')
      .values({ id: account_id, email, name, role, password_hash: '-', created_at: at, disabled_at: null })
      .execute()
    await own.store.insertInto('notes').values({ id, merchant, buyer_id, account_id, ticket: null, created_at: at }).execute()
    await own.store.insertInto('note_versions').values({ note_id: id, version: 1, text, written_at: at }).execute()
  }
  const found = async (merchant: string, text: string) =>
    (await findHere(own.store, merchant, { readAs: text === '0119' ? 'lastFour' : 'other', text })).map(({ buyerId }) => buyerId)
  const count = async (merchant: string) =>
    (await own.store.selectFrom('directory_counts').select('buyers').where('merchant', '=', merchant).executeTakeFirst())
      ?.buyers ?? 0

  test('a buyer who is erased is known no more, the others are, and the journal is whole', async () => {
    const [gone, other] = [await passed('erasing', 'Zorba'), await passed('erasing', 'Zelda')]
    await own.store
      .insertInto('directory_pending')
      .values({ id: 'z', merchant: 'erasing', buyer_id: gone, note: '{}', tries: 9 })
      .execute()
    await noted('erasing', gone, 'Calls himself Zorba')
    await recordCards({ merchant: 'erasing', buyerId: gone }, ['a-digest'])
    const version = await knownVersion('erasing', gone)
    const known = (await factsOf('erasing', gone)).length
    expect(known).toBeGreaterThan(0)
    expect(await eraseBuyer(admin, 'erasing', gone)).toMatchObject({ facts: known })
    expect(await factsOf('erasing', gone)).toEqual([])
    expect(await othersWithCard({ merchant: 'erasing', buyerId: other }, 'a-digest')).toEqual([])
    await recordCards({ merchant: 'erasing', buyerId: gone }, ['a-digest'])
    expect(await othersWithCard({ merchant: 'erasing', buyerId: other }, 'a-digest')).toEqual([gone])
    expect(await own.store.selectFrom('note_versions').select('text').where('text', 'like', '%Zorba%').execute()).toEqual([])
    for (const text of ['zorba', gone, gone.slice(0, 8)]) expect(await found('erasing', text)).not.toContain(gone)
    expect(await found('erasing', '0119')).toEqual([other])
    expect(await found('erasing', 'zelda')).toEqual([other])
    expect([await count('erasing'), await knownVersion('erasing', gone)]).toEqual([1, version + 1])
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
    const entry = await own.store.selectFrom('journal').select(['kind', 'buyer_id']).orderBy('seq', 'desc').executeTakeFirst()
    expect(entry).toEqual({ kind: 'erased', buyer_id: gone })
    for (const table of ['directory_keys', 'directory_charges', 'directory_pending', 'recent_buyers'] as const)
      expect(await own.store.selectFrom(table).select('buyer_id').where('buyer_id', '=', gone).execute(), table).toEqual([])
  })

  test('a buyer who was erased and is opened again is known again', async () => {
    const buyerId = await passed('again', 'Zorba')
    const answer = await own.store.selectFrom('facts').select('field').where('buyer_id', '=', buyerId).execute()
    await eraseBuyer(admin, 'again', buyerId)
    expect(answer.length).toBeGreaterThan(0)
    const read = getChargeHistory.answer.parse({ data: [], meta: { total: 0 } })
    await remember({ operation: getChargeHistory, merchant: 'again', params: { buyerId }, person: 'Ada' }, read)
    await indexPending()
    expect(await found('again', buyerId)).toEqual([buyerId])
  })

  test('what was not seen since a day is forgotten, what was seen is kept', async () => {
    const [old, seen] = [await passed('purging', 'Olga'), await passed('purging', 'Sina')]
    const longAgo = '2020-01-01'
    for (const table of ['directory_keys', 'directory_charges'] as const)
      await own.store.updateTable(table).set({ seen_on: longAgo }).where('buyer_id', '=', old).execute()
    await own.store
      .updateTable('facts')
      .set({ observed_at: `${longAgo}T00:00:00.000Z` })
      .where('buyer_id', '=', old)
      .execute()
    const version = await knownVersion('purging', old)
    const entries = await own.store.selectFrom('journal').select('seq').execute()
    expect(await purgeBefore(own.store, new Date('2021-01-01'))).toBeGreaterThan(5)
    expect([await found('purging', 'olga'), await found('purging', 'sina')]).toEqual([[], [seen]])
    expect([await count('purging'), await factsOf('purging', old), await knownVersion('purging', old)]).toEqual([
      1,
      [],
      version + 1,
    ])
    expect(await own.store.selectFrom('journal').select('seq').execute()).toEqual(entries)
  })

  test('the setting is kept, is in the journal, and is carried out by one process within the hour', async () => {
    expect([await retentionDays(), await purgeWhenDue()]).toEqual([null, 0])
    await setRetention(admin, 'northwind', 30)
    const last = await own.store.selectFrom('journal').select(['kind', 'detail']).orderBy('seq', 'desc').executeTakeFirst()
    expect({ ...last, ...JSON.parse(last?.detail ?? '') }).toMatchObject({ kind: 'retention-set', before: null, days: 30 })
    await Promise.all([31, 32, 33, 30].map((days) => setRetention(admin, 'northwind', days)))
    const all = await own.store
      .selectFrom('journal')
      .select('detail')
      .where('kind', '=', 'retention-set')
      .orderBy('seq')
      .execute()
    const set = all.map(({ detail }) => JSON.parse(detail))
    expect(set.slice(1).map(({ before }) => before)).toEqual(set.slice(0, -1).map(({ days }) => days))
    await setRetention(admin, 'northwind', 30)
    const other = await openDatabase(own.place)
    expect(await retentionDays(other)).toBe(30)
    await other.destroy()
    const buyerId = await passed('due', 'Dora')
    const later = Date.now() + 31 * dayMs
    const both = await Promise.all([purgeWhenDue(later), purgeWhenDue(later)])
    expect(both.filter((forgotten) => forgotten > 0)).toHaveLength(1)
    expect(await found('due', buyerId)).toEqual([])
    await passed('due', 'Dora')
    expect(await purgeWhenDue(later + 30 * 60_000)).toBe(0)
  })
})
