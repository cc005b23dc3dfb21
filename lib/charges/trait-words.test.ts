import { expect, it } from 'vitest'
import type { ChargeFilter } from './order-filter'
import { describeChargeFilter } from './trait-words'

it.each<[Partial<ChargeFilter>, string[]]>([
  [{}, []],
  [{ state: 'declined', month: '2026-10' }, ['lost orders', 'Oct 2026']],
  [{ has: 'doubt', find: '8242' }, ['with something to check', 'text “8242”']],
  [{ money: 'open', currency: 'none' }, ['money open', 'no currency']],
  [{ provider: 'acqlocal', currency: 'BRL' }, ['currency BRL', 'provider acqlocal']],
  [
    { provider: 'acqlocal', mid: 'default', reason: 'insufficient funds' },
    ['charged at acqlocal / default', 'declined: insufficient funds'],
  ],
  [
    { product: 'Pro', status: 'settled', type: 'autocharge', from: '2026-10-01', to: '2026-10-31' },
    ['1 Oct 2026 to 31 Oct 2026', 'product Pro', 'status settled', 'type autocharge'],
  ],
])('the filter %j is said in the words of the page', (filter, words) => {
  expect(describeChargeFilter(filter)).toEqual(words)
})
