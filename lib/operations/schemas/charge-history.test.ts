import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObject } from '@/lib/core/json'
import { getChargeHistory } from '../queries'
import { asRead } from '../testing/as-read'

const example = JSON.parse(readFileSync(new URL('../../../standin/examples/charge-history.json', import.meta.url), 'utf8')) as {
  data: [Record<string, unknown>]
}
const [worked] = example.data
const paths = placesIn(worked)
const anything = fc.jsonValue({ maxDepth: 3 })

/** Every place of a value, as the keys that lead to it. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  const inner = Array.isArray(value) || isObject(value) ? Object.entries(value) : []
  return [...(path.length > 0 ? [path] : []), ...inner.flatMap(([key, each]) => placesIn(each, [...path, key]))]
}

/** A copy with another value at a place; `undefined` takes the place away. */
function spoilt(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? spoilt(each, rest, by) : each))
  return isObject(value) ? { ...value, [key]: spoilt(value[key], rest, by) } : value
}

const read = (...orders: unknown[]) => asRead(getChargeHistory, { data: orders }).data
const other = { ...worked, orderId: 'Other001' }

it('whatever stands in one place of an order, reading goes on and the other orders are as they were', () => {
  const [sound] = read(other)
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.option(anything, { nil: undefined }), (path, value) => {
      const [before, , after] = read(other, spoilt(worked, path, value), other)
      expect(before).toEqual(sound)
      expect(after).toEqual(sound)
    }),
    { numRuns: 400 },
  )
})

const needed = /^(orderId|charges|charges\.\d+|charges\.\d+\.(chargeId|amount|status))$/

it('whatever stands in a place that an order can do without, the order itself is still read', () => {
  const optional = paths.filter((path) => !needed.test(path.join('.')))
  fc.assert(
    fc.property(fc.constantFrom(...optional), fc.option(anything, { nil: undefined }), (path, value) => {
      expect(read(spoilt(worked, path, value))[0]).toMatchObject({
        orderId: 'Wq7LmR2x',
        charges: [{ amount: '162.00' }, { status: 'declined' }, { status: 'settled' }],
      })
    }),
    { numRuns: 400 },
  )
})

it('whatever stands in the place of an order, the list has as many entries as the service sent', () => {
  fc.assert(
    fc.property(fc.array(anything), (orders) => {
      expect(read(...orders)).toHaveLength(orders.length)
    }),
  )
})

it.each([
  ['without an id', { ...worked, orderId: undefined }, null],
  ['without its charges', { ...worked, charges: undefined }, 'Wq7LmR2x'],
  ['with a charge of no amount', spoilt(worked, ['charges', '0', 'amount'], null), 'Wq7LmR2x'],
  ['with a charge of no status', spoilt(worked, ['charges', '0', 'status'], ''), 'Wq7LmR2x'],
  ['that is a text', 'Wq7LmR2x', null],
  ['that is null', null, null],
])('an order %s stays a gap that says which', (_, order, orderId) => expect(read(order)).toEqual([{ unreadable: true, orderId }]))
