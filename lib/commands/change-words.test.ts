import { expect, it } from 'vitest'
import type { EffectRow } from '@/lib/operations/effects/effect'
import { actionLike, openAction } from './action-for-tests'
import { backTo, describeChange, describeChangeOf, describeTarget } from './change-words'

const changing = (row: Partial<EffectRow>) => {
  const action = actionLike()
  const [first] = action.effect?.rows ?? []
  return { ...action, effect: action.effect && first ? { ...action.effect, rows: [{ ...first, ...row }] } : null }
}
const endDate = (before: string | null, after: string | null) => changing({ field: 'endDate', label: 'End date', before, after })

it('says what changed and of which product, and leaves out what stays', () => {
  expect(describeChange(actionLike())).toBe('Plus 1 month, on → off')
  expect(describeChange(actionLike({ product: null }))).toBe('on → off')
})

it.each([
  ['26 Jul 2027', '25 Aug 2027', '30 days more, to 25 Aug 2027'],
  ['26 Aug 2027', '25 Aug 2027', '1 day less, to 25 Aug 2027'],
  ['26 Jul 2027, 05:57', '25 Aug 2027', '30 days more, to 25 Aug 2027'],
  [null, '25 Aug 2027', 'to 25 Aug 2027'],
  ['as it came', '25 Aug 2027', 'to 25 Aug 2027'],
  ['25 Aug 2027', null, '25 Aug 2027 → unknown'],
])('says of an end date by how many days it moved: %s to %s', (before, after, words) => {
  expect(describeChange(endDate(before, after))).toBe(words)
})

it('says what was made or set where nothing of before is worth a word', () => {
  expect(describeChange({ ...changing({ field: 'email', before: 'a•••@e…', after: 'o•••@e…' }), product: null })).toBe(
    'to o•••@e…',
  )
  expect(describeChange({ ...changing({ field: 'link', before: 'none', after: 'a payment link' }), product: null })).toBe(
    'a payment link',
  )
})

it('puts a question mark where nobody knows, until it is settled', () => {
  expect(describeChange(openAction())).toBe('Plus 1 month, on → off?')
  expect(describeChange(openAction({ settledAs: 'happened' }))).toBe('Plus 1 month, on → off')
})

it('names the product alone where nothing was predicted, and nothing where that isn’t known', () => {
  expect(describeChange(actionLike({ effect: null }))).toBe('Plus 1 month')
  expect(describeChange(actionLike({ effect: null, product: null }))).toBeNull()
})

it('says what an undo returns to', () => {
  expect(backTo(endDate('26 Jul 2027, 05:57', '25 Aug 2027'))).toBe('26 Jul 2027')
  expect(backTo(actionLike())).toBe('on')
  expect(backTo(endDate(null, '25 Aug 2027'))).toBeNull()
})

it.each([
  ['token:1177420', 'token 1177420'],
  ['subscription:3ab9ff0c-a838-4084-83f1-97edc016c350', 'subscription …c350'],
  ['email:5d41402abc4b2a76b9719d911017c592', ''],
  ['buyer:31d21526-a9d9-4b2f-ae75-32594eee2787', ''],
])('calls the target %s %j', (target, words) => {
  expect(describeTarget({ target, product: null })).toBe(words)
})

it('calls a subscription by its product where that is known', () => {
  expect(describeTarget(actionLike())).toBe('Plus 1 month')
})

it('says what a command was about once', () => {
  expect(describeChangeOf(actionLike())).toEqual(['Plus 1 month, on → off'])
  expect(describeChangeOf(endDate('26 Jul 2027', '25 Aug 2027'))).toEqual(['30 days more, to 25 Aug 2027', 'Plus 1 month'])
})

it('says an order by the names of its products', () => {
  const ordered = changing({ field: 'product', label: 'Product', before: 'none', after: '2 × NWPLUS1, coupon AUTUMN' })
  expect(describeChange(ordered)).toBe('Plus 1 month')
  expect(describeChange({ ...ordered, product: null })).toBe('2 × NWPLUS1, coupon AUTUMN')
})
