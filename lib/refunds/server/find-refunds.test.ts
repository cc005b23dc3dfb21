import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { problemIn } from '@/lib/testing/endings'
import type { QueuedRefund } from '../refund'
import { columnOf, type RefundFilter, type RefundSort, refundSorts } from '../refund-filter'
import { askRefund } from './ask-refund'
import { refundsFile } from './export-refunds'
import { foundRefunds } from './find-refunds'
import { refundsPiece } from './list-refunds'
import { agent, asked, charge, finance, manager, noFilter } from './refunds-for-tests'

const toDecide: RefundFilter = { ...noFilter, state: 'waiting' }
const places = ['acq', 'Bank_A', 'bankXA', null]

const shownBy: Record<(typeof refundSorts)[number], (refund: QueuedRefund) => string | number> = {
  age: ({ waitingSince }) => -Date.parse(waitingSince),
  buyer: ({ charge }) => charge.buyer ?? '',
  product: ({ charge }) => charge.products[0]?.toLowerCase() ?? '',
  provider: ({ charge }) => charge.provider?.toLowerCase() ?? '',
  person: ({ person }) => person.toLowerCase(),
  amount: ({ currency, amount }) => `${currency} ${amount.padStart(12, '0')}`,
}

describe.each(engines)('the list of refunds on %s', { timeout: 60_000 }, (engine) => {
  const own = new OwnDatabase(engine)

  beforeAll(async () => {
    for (let number = 0; number < 54; number += 1) {
      const given = asked({
        amount: `${(number * 7) % 40}.0${number % 10}`.replace(/^0\.00$/, '1.00'),
        currency: number % 3 === 0 ? 'BRL' : 'EUR',
        charge: {
          ...charge,
          chargeId: randomUUID(),
          buyer: number % 5 === 0 ? null : `b${number}@example.test`,
          products: number % 7 === 0 ? [] : [`Product ${number % 4}`, 'Second'],
          provider: places[number % 4] ?? null,
          orderId: `order-${number}`,
        },
      })
      const refund = await askRefund(number % 2 === 0 ? agent : manager, given)
      const day = new Date(Date.UTC(2026, 9, 1 + (number % 20), 12, number)).toISOString()
      await own.store.updateTable('refunds').set({ asked_at: day, waiting_since: day }).where('id', '=', refund.id).execute()
    }
  })

  async function all(filter: RefundFilter): Promise<QueuedRefund[]> {
    const first = await refundsPiece(finance, filter)
    if (first.next === null) return first.refunds
    const second = await refundsPiece(finance, filter, first.next)
    expect(second.next).toBeNull()
    return [...first.refunds, ...second.refunds]
  }

  it.each(refundSorts.flatMap((column): RefundSort[] => [column, `-${column}`]))(
    'sorted by %s it has each request once, in pieces, in that order',
    async (sort) => {
      const found = await all({ ...toDecide, sort })
      expect(new Set(found.map(({ id }) => id)).size).toBe(54)
      const keys = found.map(shownBy[columnOf(sort)])
      const isInOrder = (one: string | number, other: string | number) => (sort.startsWith('-') ? one >= other : one <= other)
      // The age of a request grows as its time gets smaller.
      for (const [place, key] of keys.slice(1).entries()) expect([sort, isInOrder(keys[place] ?? '', key)]).toEqual([sort, true])
    },
  )

  it('is narrowed by provider, currency, person, days and text, and counts and adds up what is left', async () => {
    expect((await all({ ...toDecide, provider: 'acq' })).every(({ charge }) => charge.provider === 'acq')).toBe(true)
    const { refunds, counts, sums, facets } = await refundsPiece(finance, { ...toDecide, currency: 'BRL', person: 'The agent' })
    expect([refunds.length, counts.waiting, sums.map(({ currency }) => currency)]).toEqual([9, 9, ['BRL']])
    expect(facets).toEqual({
      providers: expect.arrayContaining(['acq', 'Bank_A', 'bankXA']),
      currencies: ['BRL', 'EUR'],
      people: ['The agent', 'The manager'],
    })
    const ofDays = await all({ ...toDecide, from: '2026-10-02', to: '2026-10-03' })
    expect(new Set(ofDays.map(({ askedAt }) => askedAt.slice(0, 10)))).toEqual(new Set(['2026-10-02', '2026-10-03']))
    expect((await all({ ...toDecide, find: 'ORDER-17' })).map(({ charge }) => charge.orderId)).toEqual(['order-17'])
    expect(await all({ ...toDecide, find: 'order_17' })).toEqual([]) // what a pattern would mean stands for itself
    expect(await all({ ...toDecide, find: 'buyer' })).toEqual([]) // the names of what is kept are no text of anybody
  })

  it.each([
    ['age', []],
    ['age', ['2026-10-01T12:00:00.000Z', 'EUR', 'id']],
    ['age', ['2026-10-01\0', 'id']],
    ['amount', ['EUR', 'a lot', 'id']],
    ['amount', ['EUR', 'id']],
  ] as const)('sorted by %s it takes no cursor that it has not given: %j', async (sort, keys) => {
    const cursor = Buffer.from(JSON.stringify(keys)).toString('base64url')
    expect((await problemIn(refundsPiece(finance, { ...toDecide, sort }, cursor))).fields).toEqual([
      { field: 'cursor', title: 'Unknown cursor. Use one from an earlier answer.' },
    ])
  })

  it('goes on behind an amount of more digits than a number has', async () => {
    const large = ['9007199254740993.25', '9007199254740993.26']
    const ids = await Promise.all(
      large.map(async (amount) => {
        const given = asked({ amount, currency: 'XTS', charge: { ...charge, amount, chargeId: randomUUID() } })
        return (await askRefund(agent, given)).id
      }),
    )
    const filter: RefundFilter = { ...toDecide, currency: 'XTS', sort: 'amount' }
    const pieceAfter = async (after: readonly string[] | null) => foundRefunds(own.store, finance, filter, { limit: 1, after })
    const first = await pieceAfter(null)
    const second = await pieceAfter(first.next)
    expect([...first.rows, ...second.rows].map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect([first.next !== null, second.next]).toEqual([true, null])
    await own.store.deleteFrom('refund_steps').where('refund_id', 'in', ids).execute()
    await own.store.deleteFrom('refunds').where('id', 'in', ids).execute()
  })

  it('is searched by a text with capitals of any script, and by no pattern', async () => {
    const [one] = (await all(toDecide)).filter(({ charge }) => charge.products[0] === 'Product 1')
    await own.store
      .updateTable('refunds')
      .set({ reason: 'Für Élodie' })
      .where('id', '=', one?.id ?? '')
      .execute()
    for (const find of ['Élodie', 'LODIE']) expect((await all({ ...toDecide, find })).map(({ id }) => id)).toEqual([one?.id])
    expect(await all({ ...toDecide, find: 'f%r' })).toEqual([])
    await own.store
      .updateTable('refunds')
      .set({ reason: one?.reason ?? '' })
      .where('id', '=', one?.id ?? '')
      .execute()
  })

  it('ends with its last request, also where that ends a piece', async () => {
    const nextOf = async (limit: number) => (await foundRefunds(own.store, finance, toDecide, { limit })).next
    expect([await nextOf(54), (await nextOf(53)) !== null]).toEqual([null, true])
  })

  it('names in its file whom the page names', async () => {
    const of = { merchant: 'northwind', buyer_id: asked().buyerId, entity: 'buyer', field: 'name', value: '"Odile Faure"' }
    const seen = { observed_at: '2026-10-01T00:00:00.000Z', source: 'person', operation: null, person: null } as const
    await own.store
      .insertInto('facts')
      .values({ ...of, ...seen })
      .execute()
    const [, , ...lines] = (await refundsFile(finance, toDecide)).text.trim().split('\r\n')
    const buyers = lines.map((line) => line.split(',')[4])
    expect([buyers.includes('O•••• F••••'), buyers.includes('')]).toEqual([true, false])
    await own.store.deleteFrom('facts').execute()
  })

  it('leaves as a file that is named by its period and says what it holds, and the journal has it', async () => {
    const filter = { ...toDecide, person: 'The agent', currency: 'EUR', sort: '-amount' as const }
    const { name, text } = await refundsFile(finance, filter)
    const found = await all(filter)
    expect(name).toBe('northwind_2026-10-01_2026-10-19_refunds.csv')
    const [first = '', columns = '', ...lines] = text.trim().split('\r\n')
    expect(first).toMatch(
      /^"Refunds, to decide, EUR, requested by The agent, requests of 1 Oct 2026 to 19 Oct 2026 \(UTC\), 18 rows, nothing left out, [\d.]+ EUR"$/,
    )
    expect(columns).toMatch(/^requested \(UTC\),state,amount,currency,buyer/)
    expect(lines.map((line) => line.split(',').slice(2, 4))).toEqual(found.map(({ amount, currency }) => [amount, currency]))
    expect((await refundsFile(finance, { ...toDecide, from: '2026-11-01', to: '2026-11-30' })).name).toBe(
      '2026-11-01_2026-11-30_refunds.csv',
    )
    const [both = ''] = (await refundsFile(finance, { ...toDecide, state: null })).text.split('\r\n')
    expect(both).toMatch(/nothing left out(, to decide [\d.]+ (BRL|EUR)){2}"$/)
    const entries = await own.store.selectFrom('journal').select('detail').where('kind', '=', 'exported').execute()
    expect(entries.slice(-3).map(({ detail }) => JSON.parse(detail).rows)).toEqual([18, 0, 54])
  })
})
