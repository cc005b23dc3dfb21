import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewestGroups } from './fewest-groups'
import { type Cell, planRequests, subscriptionsOf } from './plan'
import { newLine, type Option } from './workbench'
import { anyOptions, subscriptionIds } from './workbench-for-tests'

const setting = { locale: '', isMobile: false }
const currencies = fc.uniqueArray(fc.constantFrom('', 'EUR', 'USD', 'JPY'), { minLength: 1 })
const cellsOf = (options: readonly Option[], codes: readonly string[]): Cell[] =>
  options.flatMap((option) => codes.map((currency) => ({ option, currency })))
const nameOf = ({ option, currency }: Cell) => `${option.key} ${currency}`

test('each cell stands in exactly one request, and each request in one currency', () => {
  fc.assert(
    fc.property(anyOptions(8), currencies, fc.func(fc.boolean()), (options, codes, wanted) => {
      const cells = cellsOf(options, codes).filter((cell) => wanted(nameOf(cell)))
      const planned = planRequests(cells, setting).flatMap(({ currency, options: some }) =>
        some.map((option) => nameOf({ option, currency })),
      )
      expect(planned.toSorted()).toEqual(cells.map(nameOf).toSorted())
    }),
  )
})

/** What an option does to one subscription twice cannot be parted by any plan; the rules say so while it is typed. */
const onceEach = (option: Option) => new Set(subscriptionsOf(option)).size === subscriptionsOf(option).length

test('no request acts twice on a subscription', () => {
  fc.assert(
    fc.property(anyOptions(8), currencies, (options, codes) => {
      for (const { options: some } of planRequests(cellsOf(options.filter(onceEach), codes), setting)) {
        const acted = some.flatMap(subscriptionsOf)
        expect(new Set(acted).size).toBe(acted.length)
      }
    }),
  )
})

/** Every way to part a few things into groups, tried one by one: another way of counting than the one that is tested. */
function fewestByTrying(things: readonly string[][], groups: string[][] = []): number {
  const [first, ...rest] = things
  if (!first) return groups.length
  const into = groups.map((group, at) =>
    first.some((mark) => group.includes(mark))
      ? Number.POSITIVE_INFINITY
      : fewestByTrying(
          rest,
          groups.map((each, index) => (index === at ? [...each, ...first] : each)),
        ),
  )
  return Math.min(fewestByTrying(rest, [...groups, first]), ...into)
}

test('no plan has fewer requests', () => {
  const marks = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 })
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 7 }), (things) => {
      expect(fewestGroups(things, (thing) => thing)).toHaveLength(fewestByTrying(things))
    }),
  )
})

test('options that only buy share one request for each currency', () => {
  const options = Array.from({ length: 6 }, (_, index) => ({
    key: `b-${index}`,
    name: '',
    lines: [newLine('p-1', { product: 'NWPLUS1' })],
  }))
  expect(planRequests(cellsOf(options, ['EUR', 'USD', 'JPY', 'KWD']), setting)).toHaveLength(4)
})

test('keep, upgrade and downgrade of one subscription are three requests', () => {
  const [subscription] = subscriptionIds
  const options = (['renew', 'upgrade', 'downgrade'] as const).map((action) => ({
    key: action,
    name: '',
    lines: [newLine('p-1', { action, subscription, product: 'NWPLUS1' })],
  }))
  expect(planRequests(cellsOf(options, ['EUR']), setting)).toHaveLength(3)
})

test('a hundred options that clash at random are planned at once', () => {
  const things = Array.from({ length: 100 }, (_, index) => [
    `a${(index * 7) % 13}`,
    `b${(index * 11) % 17}`,
    `c${(index * 5) % 19}`,
  ])
  const groups = fewestGroups(things, (thing) => thing)
  expect(groups.flat()).toHaveLength(100)
  for (const group of groups) expect(new Set(group.flat()).size).toBe(group.flat().length)
})

test('a request that would be larger than our handler takes is cut', () => {
  const lines = Array.from({ length: 40 }, (_, index) =>
    newLine(`p-${index}`, { product: 'X'.repeat(64), coupon: 'Y'.repeat(32) }),
  )
  const options = Array.from({ length: 20 }, (_, index) => ({ key: `b-${index}`, name: '', lines }))
  const planned = planRequests(cellsOf(options, ['EUR']), setting)
  expect(planned.length).toBeGreaterThan(1)
  expect(planned.flatMap((each) => each.options)).toHaveLength(20)
})
