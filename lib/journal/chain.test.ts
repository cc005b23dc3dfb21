import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { engines, startAt } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import type { Tables } from '@/lib/database/schema'
import { problemIn } from '@/lib/testing/endings'
import { append, headWrittenIn, lookAtEnd } from './chain'
import { recordSeen, writeCheckpoint } from './checkpoints'
import { firstHash, hashOf, signatureOf } from './crypto'
import { entry } from './entries-for-tests'
import { digestsOf, type Written } from './row-digests'
import { TwentyEntries } from './twenty-entries-for-tests'

test('an entry has the hash that every version so far has given it', () => {
  const row = {
    seq: 7,
    at: '2026-03-01T10:00:00.000Z',
    kind: 'intent',
    action_id: '5f0c7a1e-0000-4000-8000-000000000007',
    account_id: 'a-1',
    person: 'Zoë “Z”\n',
    merchant: 'northwind',
    operation: 'disableToken',
    buyer_id: null,
    ticket: 'T-1042',
    detail: '{"request":{"body":{"chargeMethodTokenId":1}}}',
  }
  expect(hashOf(firstHash, row)).toBe('280726949429c84851c9018eaac7416121496bfacdff38358590ee748ab81260')
})

describe.each(engines)('the chain of twenty entries on %s', (engine) => {
  const twenty = new TwentyEntries(engine)

  const head = () => twenty.store.selectFrom('journal_head').select(['seq', 'hash', 'signature']).executeTakeFirstOrThrow()
  const setHead = (to: object) => twenty.store.updateTable('journal_head').set(to).execute()
  const change = (seq: number, to: object) => twenty.store.updateTable('journal').set(to).where('seq', '=', seq).execute()
  const remove = (seq: number) => twenty.store.deleteFrom('journal').where('seq', '=', seq).execute()
  const fault = async () => (await lookAtEnd(twenty.store)).fault

  twenty.test('takes an entry as it is given, and moves its signed head to it', async () => {
    const given = entry({ turn: 21 })
    const now = new Date('2026-05-14T12:00:00.000Z')
    expect([headWrittenIn(twenty.store), await append(twenty.store, given, now)]).toEqual([null, 21])
    const { hash, ...row } = await twenty.rowOf(21)
    expect(row).toEqual({
      seq: 21,
      at: '2026-05-14T12:00:00.000Z',
      kind: 'setting',
      action_id: 'a-1',
      account_id: 'b-2',
      person: 'Zoë 🦊',
      merchant: 'northwind',
      operation: 'changeBuyerEmail',
      buyer_id: null,
      ticket: 'T-1',
      detail: '{"turn":21}',
    })
    expect(hash).toBe(hashOf((await twenty.rowOf(20)).hash, row))
    const written = { seq: 21, hash, signature: signatureOf(21, hash) }
    expect([await head(), headWrittenIn(twenty.store)]).toEqual([written, written])
    expect(await lookAtEnd(twenty.store)).toEqual({ head: written, fault: null })
  })

  twenty.test('holds a personal value in no column, and the name of a colleague as it is', async () => {
    const email = 'grace@buyer.test'
    const given = { ...entry({ note: email, [email]: 1 }), operation: email, buyerId: email, ticket: email, merchant: email }
    await append(twenty.store, { ...given, person: 'ada@desk.test' })
    const { person, ...row } = await twenty.rowOf(21)
    expect([person, JSON.stringify(row).includes(email)]).toEqual(['ada@desk.test', false])
    expect([row.operation, row.buyer_id, row.ticket, row.merchant]).toEqual(Array(4).fill('g•••e@b••••.test'))
  })

  twenty.test(
    'has the proof of rows and checkpoint beside a detail that has fields, and nothing where there is none',
    async () => {
      const values = { state: 'done' } as Tables['actions']
      const rows: Written[] = [{ table: 'actions', id: 'a-1', values }]
      const checkpoint = { file: 'f', seq: 3 }
      const detailOf = async (more: object) => {
        const seq = await append(twenty.store, { ...entry({ turn: 1 }), ...more })
        return JSON.parse((await twenty.rowOf(seq)).detail)
      }
      expect(await detailOf({ rows, checkpoint })).toEqual({ turn: 1, proof: { rows: rows.map(digestsOf), checkpoint } })
      expect(await detailOf({ rows })).toEqual({ turn: 1, proof: { rows: rows.map(digestsOf) } })
      expect(await detailOf({ checkpoint })).toEqual({ turn: 1, proof: { checkpoint } })
      expect(await detailOf({ checkpoint: null })).toEqual({ turn: 1 })
      expect([await detailOf({ rows, detail: 'text' }), await detailOf({ rows, detail: null })]).toEqual(['text', null])
    },
  )

  twenty.test('is sound at its end, of twenty, of one and of none', async () => {
    expect(await fault()).toBeNull()
    await twenty.store.deleteFrom('journal').where('seq', '>', 1).execute()
    const { hash } = await twenty.rowOf(1)
    await setHead({ seq: 1, hash, signature: signatureOf(1, hash) })
    expect(await fault()).toBeNull()
    await remove(1)
    await setHead({ seq: 0, hash: firstHash, signature: '' })
    expect(await fault()).toBeNull()
    await setHead({ hash })
    expect(await fault()).toBe('the head isn’t signed with this key')
  })

  /** What a hand does, and what is said of it. */
  const hands: [string, () => Promise<unknown>][] = [
    [
      'there is an entry 21, but its head says 20',
      async () =>
        twenty.store
          .insertInto('journal')
          .values({ ...(await twenty.rowOf(20)), seq: 21 })
          .execute(),
    ],
    ['the head isn’t signed with this key', () => setHead({ signature: 'f'.repeat(64) })],
    ['entry 20 is missing', () => remove(20)],
    ['entry 19 is missing', () => remove(19)],
    ['entry 20 doesn’t match what was written', () => change(20, { person: 'Mallory' })],
    ['entry 20 doesn’t match what was written', () => change(20, { hash: 'f'.repeat(64) })],
    ['entry 20 doesn’t match what was written', () => change(19, { hash: 'f'.repeat(64) })],
    ['it has no head', () => twenty.store.deleteFrom('journal_head').execute()],
  ]
  for (const [says, hand] of hands)
    twenty.test(`is not extended where it is said of its end: ${says}`, async () => {
      recordSeen(twenty.store, await head())
      await hand()
      expect(await fault()).toBe(says)
      expect(await problemIn(append(twenty.store, entry({})))).toMatchObject({
        kind: 'unavailable',
        code: 'journal_broken',
        title: 'Nothing was sent',
        detail: `The journal doesn’t match what was written (${says}), so nothing was sent or saved. Tell the person who runs Counterfoil.`,
      })
    })

  test('goes on from what is committed after a transaction was given up, and knows what that was', async () => {
    const base = await database()
    for (let turn = 0; turn < 2; turn += 1)
      await rolledBack(base, async (tx) => {
        expect([await append(tx, entry({})), await append(tx, entry({}))]).toEqual([21, 22])
      })
    await twenty.rolledBack(async () => {
      await remove(20)
      const { hash } = await twenty.rowOf(19)
      await setHead({ seq: 19, hash, signature: signatureOf(19, hash) })
      expect(await fault()).toBe('it ends at 19, but entry 20 was written before that, so an older copy was put back')
    })
  })

  twenty.test('begins anew where it was emptied together with its checkpoints, and not while these tell of more', async () => {
    const before = await head()
    recordSeen(twenty.store, before)
    await twenty.store.deleteFrom('journal').execute()
    await setHead({ seq: 0, hash: firstHash, signature: '' })
    writeCheckpoint(before)
    expect((await problemIn(append(twenty.store, entry({})))).code).toBe('journal_broken')
    rmSync(join(twenty.place.DATA_DIR, 'journal-checkpoints'))
    expect(await append(twenty.store, entry({}))).toBe(1)
  })

  twenty.test('is not extended where it is an older copy than was seen', async () => {
    const back = 'an older copy was put back'
    const { hash } = await twenty.rowOf(20)
    const other = 'f'.repeat(64)
    const seen: [number, string, string | null][] = [
      [20, hash, null],
      [19, (await twenty.rowOf(19)).hash, null],
      [10, (await twenty.rowOf(10)).hash, null],
      [25, other, `it ends at 20, but entry 25 was written before that, so ${back}`],
    ]
    for (const [seq, of, says] of seen) {
      startAt(twenty.place) // who has seen nothing
      recordSeen(twenty.store, { seq, hash: of, signature: '' })
      expect([seq, await fault()]).toEqual([seq, says])
    }
    for (const seq of [10, 19, 20]) {
      startAt(twenty.place)
      recordSeen(twenty.store, { seq, hash: other, signature: '' })
      expect(await fault()).toBe(`entry ${seq} isn’t the one written before, so ${back}`)
      expect((await problemIn(append(twenty.store, entry({})))).code).toBe('journal_broken')
    }
  })
})
