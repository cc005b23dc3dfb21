import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { openDatabase } from '@/lib/database/open'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { rules as changeEmailRules } from '@/lib/operations/change-buyer-email/rules'
import { getChargeHistory } from '@/lib/operations/queries'
import { cluesIn } from '@/lib/search/message-clues'
import { findByClues } from '@/lib/search/server/find-by-clues'
import { findKeys } from '@/lib/search/server/find-keys'
import { indexPending, keepPending, saveNotes } from './directory'
import { emailKeys, type Note, nameKeys } from './note-of'
import { remember } from './remember'

const noteFor = (buyerId: string, { email, name }: { email?: string; name?: string }): Note => ({
  buyerId,
  keys: [{ kind: 'buyer', key: buyerId, thing: '' }, ...emailKeys(email), ...(name ? nameKeys(name) : [])],
  charges: [],
})

describe.each(engines)('on %s', (engine) => {
  const own = new OwnDatabase(engine)

  const save = (merchant: string, ...notes: Note[]) => own.store.transaction().execute((tx) => saveNotes(tx, merchant, notes))
  const foundBy = async (merchant: string, text: string) =>
    [...new Set((await findKeys(own.store, merchant, text, 20)).map(({ buyerId }) => buyerId))].sort()

  test.each([
    ['Inédita Ødegård', ['inedita', 'INÉDITA', 'odegard', 'Ødeg', 'dita', 'ødegård inédita']],
    ['ليان الحسن', ['ليان', 'الحسن', 'حسن', 'لَيَان']],
    ['Мария Ёлкина', ['мария', 'ЕЛКИНА', 'ёлки', 'лкин']],
    ['Sunny 👨‍👩‍👧 Désk', ['👨‍👩‍👧', 'sunny 👨‍👩‍👧', 'desk']],
    ['田中 はるか', ['田中', 'はる', 'はるか']],
    ['100%_O\'Neil "Bo"', ['100%_', "o'neil", '%_O', '"bo"', "'neil"]],
  ])('%s is found as it may be typed', async (name, texts) => {
    const buyerId = randomUUID()
    await save('names', noteFor(buyerId, { name }))
    for (const text of texts) expect(await foundBy('names', text), text).toContain(buyerId)
  })

  test.each([
    '%',
    '_',
    '%%%',
    '___',
    "';--",
    '"',
    '\\',
    '*',
    'a" OR "b',
    '\u0000',
    '(',
    'NEAR(',
    '[^a]',
    'x'.repeat(10_000),
    '%'.repeat(10_000),
  ])('%.20j is a text like any other, and finds nobody', async (text) => {
    await save('literal', noteFor(randomUUID(), { email: 'ada@b.test', name: 'Ada Bell' }))
    expect(await foundBy('literal', text)).toEqual([])
  })

  test('exact ids come first, then beginnings, then parts', async () => {
    const [exact, prefix, part] = ['1', '2', '3'].map((number) => `buyer-${number}`) as [string, string, string]
    await save('order', noteFor(part, { email: 'xada@b.test' }), noteFor(prefix, { email: 'ada@b.tests' }))
    await save('order', noteFor(exact, { email: 'ada@b.test' }))
    const found = async (text: string) =>
      (await findKeys(own.store, 'order', text, 20)).map(({ buyerId, match }) => [buyerId, match])
    expect(await found('ADA@b')).toEqual([
      [exact, 'prefix'],
      [prefix, 'prefix'],
      [part, 'fragment'],
    ])
    expect(await found('ADA@b.test')).toEqual([
      [exact, 'exact'],
      [prefix, 'prefix'],
    ])
  })

  test('the beginning of an id that is known is that id; one of no id is looked for inside e-mails too', async () => {
    const buyerId = randomUUID().replace(/^.{8}/, '31d21526')
    const other = randomUUID().replace(/^.{8}/, 'ffffffff')
    await save('ids', noteFor(buyerId, {}), noteFor(other, { email: 'bo.31d2152@b.test' }))
    expect(await foundBy('ids', '31d2152')).toEqual([buyerId])
    expect(await foundBy('ids', '1d2152')).toEqual([other])
  })

  test('what is saved again stands there once, and is counted once', async () => {
    const note = noteFor(randomUUID(), { email: 'ada@b.test', name: 'Ada Bell' })
    for (const _ of [1, 2, 3]) await save('twice', note)
    expect(
      await own.store.selectFrom('directory_keys').select('kind').where('merchant', '=', 'twice').orderBy('kind').execute(),
    ).toEqual(['buyer', 'email', 'name', 'nameWord'].map((kind) => ({ kind })))
    expect(await own.store.selectFrom('directory_counts').select('buyers').where('merchant', '=', 'twice').execute()).toEqual([
      { buyers: 1 },
    ])
  })

  test('an answer that passed is found once it is in the directory, whoever brings it there', async () => {
    const buyerId = randomUUID()
    const other = await openDatabase(own.place)
    const notes = Array.from({ length: 12 }, (_, number) => noteFor(buyerId, { email: `ada+${number}@b.test` }))
    for (const note of notes) await own.store.transaction().execute((tx) => keepPending(tx, { merchant: 'kept', note, mark: '' }))
    await Promise.all([indexPending(), indexPending(), indexPending()])
    expect(await other.selectFrom('directory_pending').select('id').execute()).toEqual([])
    expect((await findKeys(other, 'kept', 'ada', 20)).length).toBe(12)
    await other.destroy()
  })

  test('a note that cannot be written keeps no other waiting, and is not dropped', async () => {
    await own.store
      .insertInto('directory_pending')
      .values({ id: '0', merchant: 'broken', buyer_id: 'b', note: '{', tries: 0 })
      .execute()
    const buyerId = randomUUID()
    const note = noteFor(buyerId, { email: 'behind@b.test' })
    await own.store.transaction().execute((tx) => keepPending(tx, { merchant: 'behind', note, mark: '' }))
    await expect(indexPending()).rejects.toThrow()
    await expect(indexPending()).rejects.toThrow()
    expect(await foundBy('behind', 'behind@b.test')).toEqual([buyerId])
    expect(await own.store.selectFrom('directory_pending').select('id').execute()).toEqual([{ id: '0' }])
    await own.store.deleteFrom('directory_pending').execute()
  })

  test('what is remembered in a transaction that is given up is not found', async () => {
    const about = {
      operation: changeBuyerEmail,
      merchant: 'given-up',
      params: { buyerId: randomUUID() },
      person: 'Ada',
      body: { email: 'gone@b.test' },
    }
    const learnt = changeEmailRules.learns(undefined, about)
    const givenUp = own.store.transaction().execute(async (tx) => {
      await remember(about, undefined, { within: tx, learnt })
      throw new Error('given up')
    })
    await expect(givenUp).rejects.toThrow('given up')
    await indexPending()
    expect(await foundBy('given-up', 'gone@b.test')).toEqual([])
    await own.store.transaction().execute((tx) => remember(about, undefined, { within: tx, learnt }))
    await indexPending()
    expect(await foundBy('given-up', 'gone@b.test')).toEqual([about.params.buyerId])
  })

  const history = (chargeId: string, more: object = {}) =>
    getChargeHistory.answer.parse({
      data: [
        {
          orderId: `o-${chargeId}`,
          currency: 'BRL',
          createdAt: '2025-03-04 09:00:00',
          charges: [
            {
              chargeId,
              amount: '162.00',
              status: 'settled',
              createdAt: '2025-03-04 10:00:00',
              descriptor: 'NB*northwind, RECIFE',
              paymentMethod: { type: 'card', data: { lastFourDigits: '0119' } },
              ...more,
            },
          ],
        },
      ],
      meta: { total: 1 },
    })

  test('a charge is found by what a statement tells, with the reason', async () => {
    const [one, late, other] = [randomUUID(), randomUUID(), randomUUID()]
    const about = { operation: getChargeHistory, merchant: 'statements', person: 'Ada' }
    await remember({ ...about, params: { buyerId: one } }, history('c-1'))
    await remember({ ...about, params: { buyerId: late } }, history('c-2', { createdAt: '2025-03-05 10:00:00', amount: '162' }))
    await remember(
      { ...about, params: { buyerId: other } },
      history('c-3', { amount: '9.99', paymentMethod: { type: 'card', data: { lastFourDigits: '4242' } } }),
    )
    await indexPending()
    const hits = async (line: string) =>
      (await findByClues(own.store, 'statements', cluesIn(line, { today: '2025-03-08' }))).map(({ buyerId, reason }) => [
        buyerId,
        reason,
      ])
    expect(await hits('2025-03-04 162,00 BRL card 0119')).toEqual([
      [one, 'Amount, date and last four match'],
      [late, 'Amount and last four match, date one day out'],
    ])
    expect((await hits('NB*NORTHWIND, RECIFE 2025-03-04 9.99 BRL'))[0]).toEqual([other, 'Amount, date and descriptor match'])
    expect(await hits('2025-03-06 9.99 EUR 4242')).toEqual([
      [other, 'Last four matches, amount in another currency, date two days out'],
    ])
    expect(await hits('1.00 BRL')).toEqual([])
  })

  test('an answer that is read again is not written again', async () => {
    const about = { operation: getChargeHistory, merchant: 'again', buyerId: randomUUID(), person: 'Ada' }
    await remember(about, history('c-9'))
    await remember(about, history('c-9'))
    await indexPending()
    const changes = await own.store
      .selectFrom('directory_pending')
      .select(({ fn }) => fn.countAll().as('rows'))
      .execute()
    expect(changes).toEqual([{ rows: 0 }])
    await remember(about, history('c-9'))
    expect(await own.store.selectFrom('directory_pending').select('id').execute()).toEqual([])
  })
})
