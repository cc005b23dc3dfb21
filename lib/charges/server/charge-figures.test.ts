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
    const { money, rate, buyers, read } = await countCharges('northwind', today)
    expect({ money, rate, buyers, read }).toEqual({ money: [], rate: null, buyers: 0, read: 0 })
  })

  it('say what was received and lost, and on what they rest', async () => {
    await note('northwind', '2026-11-22')
    await note('southbay', '2026-11-23')
    const figures = await countCharges('northwind', today)
    expect(figures).toMatchObject({
      ...{ buyers: 1, read: 1, readFrom: '2026-11-22', readUntil: '2026-11-22', since: '2026-11-01' },
      money: [
        { currency: 'EUR', received: '19.00', lost: '41.30', tax: '3.30' },
        { currency: 'USD', received: '19.00', lost: '0.00', tax: null },
      ],
      rate: { received: 1, decided: 5, rate: '20.0', change: null },
    })
  })

  it('stay as they are when an event tells of charges, which nobody has read', async () => {
    const before = await countCharges('northwind', today)
    const fromEvent = (charge_id: string, status: string, more: object) => ({
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
      fromEvent('forged-1', 'settled', { receipt: 2, tax: '9.00' }),
      fromEvent('forged-2', 'deferred', { order_state: 'open', day: '2026-10-01' }),
      fromEvent('forged-3', 'declined', { order_state: 'lost', kind: 'renewal', provider: 'acqlocal' }),
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
    expect(await countCharges('northwind', today)).toMatchObject({ partly: 1 })
    await note('northwind', '2026-11-22')
    expect(await countCharges('northwind', today)).toMatchObject({ partly: 0 })
  })

  it('are found by an index, however many charges there are', async () => {
    const plans = await own.store.connection().execute(async (one) => {
      if (engine === 'PostgreSQL') await sql`set enable_seqscan = off`.execute(one) // a table as small as this one would be read whole
      const queries = [
        countsQuery(own.store, 'northwind', '2026-11-01', today),
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
    for (const [at, index] of ['by_day', 'lost', 'unstated'].entries())
      expect(plans[at]).toMatch(new RegExp(`directory_charges_${index}`))
    if (engine === 'SQLite') expect(plans[0]).toContain('COVERING INDEX')
  })
})
