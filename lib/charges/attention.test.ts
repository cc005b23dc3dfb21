import { expect, it } from 'vitest'
import { attentionItems } from './attention'
import { chargeLike, openVoucher, orderLike, workedExample } from './examples-for-tests'

const wordsOf = (...args: Parameters<typeof attentionItems>) =>
  attentionItems(...args).map(({ words, aside }) => `${words} ${aside}`)

it('asks for nothing where nothing is wrong', () => {
  expect(attentionItems([orderLike([chargeLike()])], '2025-05-14')).toEqual([])
})

it('finds a voucher that is open for more than 7 days, and says that its order was paid', () => {
  expect(wordsOf([workedExample], '2025-03-11')).toEqual([])
  expect(wordsOf([workedExample], '2025-05-14')).toEqual([
    'A voucher of 162.00 BRL is still open after 71 days. Its order was paid otherwise, do not ask for it again.',
  ])
  expect(wordsOf([orderLike([openVoucher()])], '2025-03-12')).toEqual([
    'A voucher of 162.00 BRL is still open after 8 days. Unpaid, it ends declined by itself.',
  ])
})

it('finds an order that was settled twice, without calling it wrong', () => {
  const order = orderLike([chargeLike(), chargeLike({ createdAt: '2025-03-04 10:03:21' })])
  expect(attentionItems([order], '2025-03-05')).toMatchObject([
    {
      words: 'Settled twice in one order: 162.00 BRL and 162.00 BRL.',
      aside: 'A double payment, or a main charge with its service fee.',
      find: order.orderId,
    },
  ])
})

it('names each new value once', () => {
  const orders = [1, 2].map(() => orderLike([chargeLike({ status: 'in_review' })]))
  expect(wordsOf(orders, '2025-03-05')).toEqual(['New value in_review in 2 orders. Not counted as received.'])
})

it('counts the orders that could not be read', () => {
  expect(wordsOf([{ unreadable: true, orderId: 'x' }], '2025-03-05')).toEqual([
    '1 order could not be read. Its money is in no sum.',
  ])
})
