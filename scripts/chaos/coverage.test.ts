import { expect, test } from 'vitest'
import { burstCells, type Cell, Coverage, cellsOf, legalCells, quietCells } from './coverage'
import { planOf } from './plan'
import type { Delivery } from './witness'

const shape = { copies: 1, operations: 24 }
const keyOf = ({ operation, trouble, moment, outcome }: Cell) => [operation, trouble, moment, outcome].join(' | ')

/** A coverage in which each cell came up so many times. */
function counted(times: (cell: Cell) => number): Coverage {
  const coverage = new Coverage()
  for (const cell of legalCells) {
    const { operation, trouble, moment, outcome } = cell
    const of = { operation, trouble: trouble === 'none' ? null : trouble, moment: moment === 'none' ? null : moment }
    const deliveries = Array.from({ length: times(cell) }, () => ({ ...of, number: 1, actionId: 'a' }) as Delivery)
    coverage.note({ deliveries, received: [], actions: [{ actionId: 'a', state: outcome as 'done' }] })
  }
  return coverage
}

test('the table of coverage counts what came together, and names what never did', () => {
  const coverage = counted(({ operation, trouble }) => (operation === 'disableToken' && trouble === 'delay' ? 20 : 0))
  const lines = coverage.lines(1_000)
  expect(lines.join('\n')).toContain('delay | none | done: 0 to 20 by command')
  expect(lines.at(-1)).toContain('disableToken | html500 | none | unconfirmed')
  expect(lines.at(-1)).not.toContain('disableToken | delay | none | done')
  expect(new Set(legalCells.map(keyOf)).size).toBe(legalCells.length)
})

test('a cell that came up less than twenty times in a thousand seeds is a gap, and fewer seeds have none', () => {
  const rare = 'createBuyer | refused | answered | refused'
  const coverage = counted((cell) => (keyOf(cell) === rare ? 19 : 20))
  expect(coverage.gaps(1_000)).toEqual([`Each possible cell comes up at least 20 times: ${rare} came up 19 times`])
  expect(coverage.gaps(999)).toEqual([])
  expect(counted(() => 20).gaps(1_000)).toEqual([])
})

test.each([1, 1_001, 90_000])('a thousand seeds from %s on go for each cell often enough', (from) => {
  const drawn = new Map<string, number>()
  const plans = Array.from({ length: 1_000 }, (_, index) => planOf(from + index, shape))
  for (const plan of plans)
    for (const cell of [...cellsOf(plan.seed, plan.drills, quietCells), ...burstCells(plan, 0), ...burstCells(plan, 1)])
      drawn.set(keyOf(cell), (drawn.get(keyOf(cell)) ?? 0) + 1)
  const least = (of: (cell: Cell) => boolean) => Math.min(...legalCells.filter(of).map((cell) => drawn.get(keyOf(cell)) ?? 0))
  expect(least(({ moment }) => moment === 'none')).toBeGreaterThanOrEqual(40)
  // Not all have left when the copy ends, and how it ends is chance where an answer has come.
  expect(least(({ moment }) => moment === 'swallowed' || moment === 'killed' || moment === 'ended')).toBeGreaterThanOrEqual(50)
  expect(least(({ moment }) => moment === 'answered')).toBeGreaterThanOrEqual(130)
})
