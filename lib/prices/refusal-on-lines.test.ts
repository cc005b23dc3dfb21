import { expect, it } from 'vitest'
import { problem } from '@/lib/core/problem'
import { refusalOnLines } from './refusal-on-lines'
import { newLine } from './workbench'

const option = {
  key: 'b-1',
  name: '',
  lines: [
    newLine('p-1', { product: 'NWPLUS1', coupon: 'SPRING25' }),
    newLine('p-2', { product: 'NOSUCH' }),
    newLine('p-3', { product: 'NWPRO1' }),
  ],
}
const notFound = (detail = 'Products not found') => problem('notFound', detail).problem
const invalid = (field: string, title = 'The coupon is not valid.') =>
  problem('invalid', 'Validation error', { fields: [{ field, title }] }).problem
const none = new Set<string>()

it('a path lands on its line', () => {
  expect(refusalOnLines(invalid('bundles[0].products[1].discount', 'Too much'), option, none)).toEqual({
    'p-2': { discount: 'Too much' },
  })
  expect(refusalOnLines(invalid('bundles.0.products.2.productCode', 'No'), option, none)).toEqual({ 'p-3': { product: 'No' } })
})

it('a coupon lands on the only line that has one', () => {
  expect(refusalOnLines(invalid('coupon'), option, none)).toEqual({ 'p-1': { coupon: 'The coupon is not valid.' } })
})

it('one of several coupons says that it is one of several', () => {
  const two = { ...option, lines: [option.lines[0] ?? newLine('x'), newLine('p-9', { coupon: 'WELCOME10' })] }
  const found = refusalOnLines(invalid('coupon'), two, none)
  expect(found['p-9']?.coupon).toMatch(/one of the lines in this option/)
  expect(refusalOnLines(invalid('coupon', 'WELCOME10 is over'), two, none)).toEqual({ 'p-9': { coupon: 'WELCOME10 is over' } })
})

it('a product that is not found lands on its line where the words name it, or where all others were priced before', () => {
  const words = 'The service doesn’t know this product'
  expect(refusalOnLines(notFound('Products not found: NOSUCH'), option, none)).toEqual({ 'p-2': { product: words } })
  expect(refusalOnLines(notFound(), option, new Set(['NWPLUS1', 'NWPRO1']))).toEqual({ 'p-2': { product: words } })
  expect(refusalOnLines(notFound(), { ...option, lines: option.lines.slice(1, 2) }, none)).toEqual({ 'p-2': { product: words } })
})

it('where it cannot be told, no line is blamed', () => {
  expect(refusalOnLines(notFound(), option, none)).toEqual({})
  expect(refusalOnLines(problem('notFound', 'Entity not found').problem, option, none)).toEqual({})
})
