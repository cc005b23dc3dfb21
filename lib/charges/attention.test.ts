import { expect, it } from 'vitest'
import { attentionItems } from './attention'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'

const wordsOf = (...args: Parameters<typeof attentionItems>) =>
  attentionItems(...args).map(({ words, aside }) => `${words} ${aside}`)

it('asks for nothing where nothing is wrong', () => {
  expect(attentionItems([orderLike([chargeLike()])], '2025-05-14')).toEqual([])
})

it('finds a voucher that is open for more than 7 days, and says that its order was paid', () => {
  expect(wordsOf([exampleOrder], '2025-03-11')).toEqual([])
  expect(wordsOf([exampleOrder], '2025-05-14')).toEqual([
    'A voucher for 162.00 BRL is still unpaid after 71 days. Another charge already paid this order. Don’t ask the customer to pay it.',
  ])
  expect(wordsOf([orderLike([openVoucher()])], '2025-03-12')).toEqual([
    'A voucher for 162.00 BRL is still unpaid after 8 days. If it stays unpaid, it’s declined automatically.',
  ])
})

it('finds an order that was settled twice, without calling it wrong', () => {
  const order = orderLike([chargeLike(), chargeLike({ createdAt: '2025-03-04 10:03:21' })])
  expect(attentionItems([order], '2025-03-05')).toMatchObject([
    {
      words: 'One order settled twice (162.00 BRL and 162.00 BRL).',
      aside: 'It may be a double payment, or a charge plus its service fee.',
      find: order.orderId,
    },
  ])
})

it('names each new value once', () => {
  const orders = [1, 2].map(() => orderLike([chargeLike({ status: 'in_review' })]))
  expect(wordsOf(orders, '2025-03-05')).toEqual(['Unrecognised status “in_review” in 2 orders. Not counted as received.'])
})

it('counts the orders that could not be read', () => {
  expect(wordsOf([{ unreadable: true, orderId: 'x' }], '2025-03-05')).toEqual([
    'We couldn’t read 1 order. Totals don’t include its amount.',
  ])
})
