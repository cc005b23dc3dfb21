import { expect, it } from 'vitest'
import example from '@/standin/examples/prices-answer.json'
import { getOneClickPrices } from '../operations'
import { asRead } from '../operations/testing/as-read'
import { whatMoved } from './moved'

const { data } = asRead(getOneClickPrices, example)
const changed = (from: string, to: string) => JSON.parse(JSON.stringify(data).replaceAll(from, to)) as typeof data

it('nothing has moved where every string is the same', () => {
  expect(whatMoved(data, data)).toEqual([])
})

it('says what is another string now, the total first', () => {
  expect(whatMoved(data, changed('"152.46"', '"160.00"'))).toEqual([{ what: 'Total', before: '152.46', now: '160.00' }])
  const line = whatMoved(data, changed('"98.01"', '"98.02"'))
  expect(line).toEqual([{ what: 'Northwind Plus 12 maanden, line', before: '98.01', now: '98.02' }])
})

it('compares nothing across currencies', () => {
  expect(whatMoved(data, { ...data, currency: 'USD' })).toEqual([{ what: 'Currency', before: 'EUR', now: 'USD' }])
})
