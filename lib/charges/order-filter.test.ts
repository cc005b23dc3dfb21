import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'
import { facetsOf } from './facets'
import { digestKept, passes } from './order-digest'
import { filterFrom, isFiltering, noFilter, orderStates, paramsOf } from './order-filter'

const oneclick = orderLike([chargeLike({ status: 'declined' })], {
  orderId: 'Vd6yHs3K',
  type: 'oneclick',
  currency: 'EUR',
  createdAt: '2025-03-31 12:57:00',
  products: [{ name: 'Café Étoile', code: 'CAFE1' }],
})
const voucherOrder = orderLike([openVoucher()])
const gap = { unreadable: true, orderId: 'broken1' } as const
const orders = [oneclick, exampleOrder, voucherOrder, gap]

describe('a filter', () => {
  it.each([
    [{}, orders],
    [{ state: 'received' }, [exampleOrder]],
    [{ state: 'declined' }, [oneclick]],
    [{ state: 'open' }, [voucherOrder]],
    [{ state: 'other' }, [gap]],
    [{ status: 'deferred' }, [exampleOrder, voucherOrder]],
    [{ type: 'oneclick' }, [oneclick]],
    [{ currency: 'BRL' }, [exampleOrder, voucherOrder]],
    [{ provider: 'acqglobal_com' }, [exampleOrder]],
    [{ product: 'Northwind Plus 1 month' }, [exampleOrder]],
    [{ from: '2025-03-05' }, [oneclick]],
    [{ to: '2025-03-04' }, [exampleOrder, voucherOrder]],
    [{ from: '2025-03-04', to: '2025-03-31' }, [oneclick, exampleOrder, voucherOrder]],
    [{ find: 'wq7lm' }, [exampleOrder]],
    [{ find: '2a3c6827-c79a' }, [exampleOrder]],
    [{ find: 'pay_7b7349' }, [exampleOrder]],
    [{ find: 'NB*northwind' }, [exampleOrder, voucherOrder]],
    [{ find: '••0119' }, [oneclick, exampleOrder]],
    [{ find: '0119' }, [oneclick, exampleOrder]],
    [{ find: 'cafe etoile' }, [oneclick]],
    [{ find: 'CAFÉ' }, [oneclick]],
    [{ find: 'broken' }, [gap]],
    [{ find: 'nobody' }, []],
  ])('%j', (filter, found) => {
    expect(orders.filter((order) => passes(digestKept(order), { ...noFilter, ...(filter as object) }))).toEqual(found)
  })

  it('by a currency finds an order of which an attempt was in it', () => {
    const inDollars = orderLike([chargeLike({ currency: 'USD' })], { currency: 'EUR' })
    const found = (currency: string) => passes(digestKept(inDollars), { ...noFilter, currency })
    expect([found('EUR'), found('USD'), found('BRL')]).toEqual([true, true, false])
  })

  it('leaves out of an address what makes no sense there', () => {
    expect(filterFrom({ state: 'nonsense', from: 'soon', find: '  ', currency: ' BRL ', unknown: 'x' })).toEqual({
      ...noFilter,
      currency: 'BRL',
    })
    expect(isFiltering(filterFrom({ state: 'nonsense' }))).toBe(false)
    expect(isFiltering(filterFrom({ find: 'x'.repeat(300), status: 'y'.repeat(201), from: '2026-02-31' }))).toBe(false)
    expect(filterFrom({ from: '2026-11-30', to: '2026-11-01' })).toMatchObject({ from: '2026-11-30', to: null })
    expect(filterFrom({ product: ' Plus ' }).product).toBe(' Plus ')
  })

  it('comes back from the address as it went', () => {
    const text = fc.option(fc.string({ minLength: 1 }).filter((value) => value.trim() === value && value !== ''))
    const day = fc.option(fc.constantFrom('2025-03-04', '2024-02-29'))
    const filter = fc.record({
      state: fc.option(fc.constantFrom(...orderStates)),
      status: text,
      type: text,
      currency: text,
      provider: text,
      product: text,
      from: fc.option(fc.constant('2024-02-29')),
      to: day,
      find: text,
    })
    fc.assert(
      fc.property(filter, (given) => {
        const address = new URLSearchParams(paramsOf(given)).toString()
        expect(filterFrom(Object.fromEntries(new URLSearchParams(address)))).toEqual(given)
      }),
    )
  })
})

it('counts what there is to pick', () => {
  const facets = facetsOf(orders.map(digestKept))
  expect(facets.states).toEqual({ received: 1, declined: 1, open: 1, other: 1 })
  expect(facets.currency).toEqual([
    { value: 'BRL', count: 2 },
    { value: 'EUR', count: 1 },
  ])
  expect(facets.status).toEqual([
    { value: 'declined', count: 2 },
    { value: 'deferred', count: 2 },
    { value: 'settled', count: 1 },
  ])
})
