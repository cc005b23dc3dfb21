import { expect, it } from 'vitest'
import { countOf } from './count-of'

it('one is one, and anything else is many, in groups of three digits', () => {
  expect([0, 1, 2, 1_240].map((count) => countOf(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows', '1,240 rows'])
  expect([1, 2].map((count) => countOf(count, 'copy', 'copies'))).toEqual(['1 copy', '2 copies'])
})
