import { CompiledQuery, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sum } from '@/lib/core/money'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { noteOf } from '@/lib/knowledge/server/note-of'
import { getChargeHistory } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import { piecesOf } from '../money-pieces'
import { factsOf, isReadable } from '../order-facts'
import { countCharges, countsQuery, lostQuery, partlyQuery } from './charge-figures'
import { foundQuery } from './found-charges'

const today = '2026-11-23'
const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'

type Attempt = [at: string, status: string, more?: object]

const order = (orderId: string, type: string, attempts: Attempt[]) => ({
  ...{ orderId, createdAt: attempts[0]?.[0], type, currency: 'EUR', products: [{ name: 'Plus 1 month' }] },
  totalPrices: { tax: '3.30' },
  charges: attempts.map(([createdAt, status, more], place) => ({
    ...{ chargeId: `${orderId}-${place}`, createdAt, status, amount: '19.00', provider: 'acqlocal' },
    ...more,
  })),
})

const asking = (total: string | null, one: ReturnType<typeof order>) => ({
  ...one,
  totalPrices: { tax: '3.30', amountWithDiscountAndCouponAndTax: total },
})

const history = [
  order('paid', 'one_click', [
    ['2026-11-21 10:00:00', 'declined'],
    ['2026-11-21 10:00:05', 'settled'],
  ]),
  order('twice', 'one_click', [
    ['2026-10-13 10:00:00', 'settled'],
    ['2026-10-13 10:00:40', 'captured'],
  ]),
  // Its last attempt asked for less than the order, in another currency; and its cascade is of the same second, but comes first.
  asking(
    '22.30',
    order('renewal', 'autocharge', [
      ['2026-11-23 06:02:00', 'declined', { target: 'cascade', code: 'acqlocal.insufficient_funds', currency: 'USD' }],
      ['2026-11-23 06:02:00', 'declined', { target: 'original' }],
    ]),
  ),
  order('bought', 'one_click', [['2026-11-23 07:00:00', 'declined']]),
  order('voucher', 'one_click', [['2026-11-03 07:00:00', 'deferred']]),
  order('fresh', 'one_click', [['2026-11-22 07:00:00', 'deferred']]),
  order('dollars', 'one_click', [['2026-11-05 07:00:00', 'settled', { currency: 'USD' }]]),
]

describe.each(engines)('figures over the charges that were read, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const note = async (merchant: string, day: string) => {
    const answer = asRead(getChargeHistory, { data: history, meta: { total: history.length } })
    const noted = noteOf({ operation: getChargeHistory, params: { buyerId } }, answer, { buyerId, facts: [] })
    await own.store.transaction().execute((tx) => saveNotes(tx, merchant, noted ? [noted] : [], day))
  }

  it('are none where nothing was read', async () => {
    const none = { charges: [], count: 0, isMore: false, sums: [] }
    const { money, rate, failed, twice, deferred, buyers, read } = await countCharges('northwind', today)
    expect({ money, rate, failed, twice, deferred, buyers, read }).toEqual({
      ...{ money: [], rate: null, failed: none, twice: none, deferred: none, buyers: 0, read: 0 },
    })
  })

  it('say what was received and lost, what to look at, and on what they rest', async () => {
    await note('northwind', '2026-11-22')
    await note('southbay', '2026-11-23')
    const figures = await countCharges('northwind', today)
    expect(figures).toMatchObject({
      ...{ buyers: 1, read: 1, readFrom: '2026-11-22', readUntil: '2026-11-22' },
      money: [
        { currency: 'EUR', received: '19.00', lost: '41.30', tax: '3.30' },
        { currency: 'USD', received: '19.00', lost: '0.00', tax: null },
      ],
      rate: { received: 1, decided: 5, rate: '20.0', change: null },
      failed: { count: 1, sums: [{ currency: 'USD', amount: '19.00' }] },
      twice: { count: 1, sums: [{ currency: 'EUR', amount: '19.00' }] },
      deferred: { count: 1, charges: [{ orderId: 'voucher', why: 'open for 20 days' }] },
    })
    const [renewal] = figures.failed.charges
    expect(renewal).toMatchObject({ orderId: 'renewal', product: 'Plus 1 month', why: 'insufficient funds, or a limit reached' })
    expect(figures.twice.charges).toMatchObject([
      { orderId: 'twice', chargeId: 'twice-1', why: '40 seconds apart', asked: false },
    ])
  })

  it('stay as they are when an event tells of charges, which nobody has read', async () => {
    const before = await countCharges('northwind', today)
    const told = (charge_id: string, status: string, more: object) => ({
      ...{
        charge_id,
        order_id: 'forged',
        amount: '900',
        amount_given: '900.00',
        currency: 'EUR',
        day: '2026-11-22',
        last_four: '',
      },
      ...{ descriptor: '', status, order_state: 'received', is_last: 1, receipt: 0, told_by: 'event' as const },
      ...more,
    })
    const charges = [
      told('forged-1', 'settled', { receipt: 2, tax: '9.00' }),
      told('forged-2', 'deferred', { order_state: 'open', day: '2026-10-01' }),
      told('forged-3', 'declined', { order_state: 'lost', kind: 'renewal', provider: 'acqlocal' }),
    ]
    await own.store.transaction().execute((tx) => saveNotes(tx, 'northwind', [{ buyerId, keys: [], charges }]))
    expect(await countCharges('northwind', today)).toEqual(before)
  })

  it('count the same as lost as the ledger does, and say how many buyers an earlier version read', async () => {
    const { orders } = { orders: asRead(getChargeHistory, { data: history, meta: { total: history.length } }).data }
    const pieces = orders.filter(isReadable).flatMap((each) => piecesOf(factsOf(each)))
    const lost = pieces.filter(({ family, month }) => family === 'lost' && month === '2026-11')
    const { money, partly } = await countCharges('northwind', today)
    expect([partly, money.find(({ currency }) => currency === 'EUR')?.lost]).toEqual([0, sum(lost.map(({ amount }) => amount))])
    const earlier = { order_state: null, is_last: null, receipt: null, asked: null }
    await own.store.updateTable('directory_charges').set(earlier).where('order_id', '=', 'twice').execute()
    expect(await countCharges('northwind', today)).toMatchObject({ partly: 1, twice: { count: 0 } })
    await note('northwind', '2026-11-22')
    expect(await countCharges('northwind', today)).toMatchObject({ partly: 0, twice: { count: 1 } })
  })

  it('say of an order that a refund was requested, on whichever of its charges, unless that was refused', async () => {
    const asked = async () => (await countCharges('northwind', today)).twice.charges.map((charge) => charge.asked)
    const times = { asked_at: '2026-11-22T10:00:00.000Z', waiting_since: '2026-11-22T10:00:00.000Z' }
    const refund = {
      ...{ id: 'r-1', state: 'refused', version: 1, merchant: 'northwind', buyer_id: buyerId, charge_id: 'twice-0', mid: null },
      ...{ charge: '{"orderId":"twice"}', provider: null, amount: '19.00', currency: 'EUR', reason: 'Paid twice', ticket: null },
      ...{ account_id: 'a', person: 'Ada', batch_id: null },
      ...times,
    }
    await own.store.insertInto('refunds').values(refund).execute()
    expect(await asked()).toEqual([false])
    await own.store.updateTable('refunds').set({ state: 'waiting' }).execute()
    expect(await asked()).toEqual([true])
  })

  it('are found by an index, however many charges there are', async () => {
    const plans = await own.store.connection().execute(async (one) => {
      if (engine === 'PostgreSQL') await sql`set enable_seqscan = off`.execute(one) // a table as small as this one would be read whole
      const found = { merchant: 'northwind', from: '2026-11-01', before: null }
      const queries = [
        countsQuery(own.store, 'northwind', '2026-11-01', today),
        ...(['twice', 'deferred', 'failed'] as const).map((kind) => foundQuery(own.store, { ...found, kind })),
        lostQuery(own.store, 'northwind', '2026-11-01', today),
        partlyQuery(own.store, 'northwind'),
      ]
      const explained = engine === 'SQLite' ? 'explain query plan' : 'explain'
      return Promise.all(
        queries.map(async (query) => {
          const { sql: text, parameters } = query.compile()
          return JSON.stringify((await one.executeQuery(CompiledQuery.raw(`${explained} ${text}`, [...parameters]))).rows)
        }),
      )
    })
    // Failed renewals are lost orders, so either of their indexes may be used where both are small.
    for (const [at, index] of ['by_day', 'twice', 'deferred', '(failed|lost)', 'lost', 'unstated'].entries())
      expect(plans[at]).toMatch(new RegExp(`directory_charges_${index}`))
    if (engine === 'SQLite') expect(plans[0]).toContain('COVERING INDEX')
  })
})
