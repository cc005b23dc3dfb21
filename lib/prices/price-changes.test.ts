import { expect, it } from 'vitest'
import { getOneClickPrices } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import example from '@/standin/examples/prices-answer.json'
import { priceChanges } from './price-changes'

const { data } = asRead(getOneClickPrices, example)
const changed = (from: string, to: string) => JSON.parse(JSON.stringify(data).replaceAll(from, to)) as typeof data

it('nothing has moved where every string is the same', () => {
  expect(priceChanges(data, data)).toEqual([])
})

it('says what is another string now, the total first', () => {
  expect(priceChanges(data, changed('"152.46"', '"160.00"'))).toEqual([{ what: 'Total', before: '152.46', now: '160.00' }])
  const line = priceChanges(data, changed('"98.01"', '"98.02"'))
  expect(line).toEqual([{ what: 'Northwind Plus 12 maanden, line', before: '98.01', now: '98.02' }])
})

it('compares nothing across currencies', () => {
  expect(priceChanges(data, { ...data, currency: 'USD' })).toEqual([{ what: 'Currency', before: 'EUR', now: 'USD' }])
})
