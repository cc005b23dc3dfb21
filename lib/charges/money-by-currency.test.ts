import { describe, expect, it } from 'vitest'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'
import { moneyByCurrency } from './money-by-currency'

describe('money of a buyer', () => {
  it('receives 162.00 BRL once in the worked example, with 29.45 USD beside it', () => {
    expect(moneyByCurrency([exampleOrder])).toEqual([
      {
        currency: 'BRL',
        received: '162.00',
        usd: '29.45',
        withoutUsd: 0,
        receivedOrders: 1,
        notReceived: [{ word: 'voucher', amount: '162.00' }],
      },
    ])
  })

  it('never adds two currencies', () => {
    const yen = orderLike([chargeLike({ amount: '1480', amountInUsd: '9.98' })], { currency: 'JPY' })
    const dinar = orderLike([chargeLike({ amount: '12.345', amountInUsd: '40.20' })], { currency: 'KWD' })
    expect(moneyByCurrency([exampleOrder, yen, dinar, yen]).map(({ currency, received }) => [currency, received])).toEqual([
      ['JPY', '2960'],
      ['BRL', '162.00'],
      ['KWD', '12.345'],
    ])
  })

  it('keeps a charge in another currency than its order apart', () => {
    const mixed = orderLike([chargeLike({ amount: '10.00' }), chargeLike({ amount: '2.00', currency: 'EUR' })])
    expect(
      moneyByCurrency([mixed]).map(({ currency, received, receivedOrders }) => [currency, received, receivedOrders]),
    ).toEqual([
      ['BRL', '10.00', 1],
      ['EUR', '2.00', 1],
    ])
  })

  it('counts a lost order once, however many attempts it had', () => {
    const lost = orderLike([
      chargeLike({ status: 'declined', amount: '129.00' }),
      chargeLike({ status: 'failed', amount: '129.00' }),
    ])
    expect(moneyByCurrency([lost])[0]).toMatchObject({
      received: null,
      usd: null,
      notReceived: [{ word: 'declined', amount: '129.00' }],
    })
  })

  it('keeps a new value out of what was received', () => {
    const order = orderLike([chargeLike({ status: 'in_review', amount: '129.00' })])
    expect(moneyByCurrency([order])[0]).toMatchObject({ received: null, notReceived: [{ word: 'in_review', amount: '129.00' }] })
  })

  it('says how many charges came without a USD amount', () => {
    const order = orderLike([chargeLike(), chargeLike({ amountInUsd: null })])
    expect(moneyByCurrency([order])[0]).toMatchObject({ received: '324.00', usd: '29.45', withoutUsd: 1 })
  })

  it('calls what is held or handed over by its status', () => {
    const order = orderLike([chargeLike({ status: 'authorized', amount: '10.00' }), openVoucher({ amount: '5.00' })])
    expect(moneyByCurrency([order])[0]?.notReceived).toEqual([
      { word: 'voucher', amount: '5.00' },
      { word: 'authorized', amount: '10.00' },
    ])
  })
})
