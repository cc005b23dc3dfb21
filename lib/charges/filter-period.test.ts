import { expect, it } from 'vitest'
import { filterDays, statementDays, unreadPeriod } from './filter-period'

const of = (month: string | null, from: string | null, to: string | null) => statementDays({ month, from, to })

it('a statement’s form shows the days of its month, and stays on the month until somebody chooses other days', () => {
  const shown = filterDays(of('2026-10', null, null))
  expect(shown).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(of('2026-10', shown.from, shown.to)).toEqual({ month: '2026-10', from: null, to: null })
  expect(of('2026-10', '2026-09-15', shown.to)).toEqual({ month: null, from: '2026-09-15', to: '2026-10-31' })
  expect(of(null, '2026-09-15', null)).toEqual({ month: null, from: '2026-09-15', to: null })
})

it.each([
  [{ month: '2026-13' }, '“2026-13” in the address isn’t a month such as 2026-10, or a quarter such as 2026-Q4.'],
  [{ month: '2026-10', to: '2026-02-30' }, '“2026-02-30” in the address isn’t a day such as 2026-10-31.'],
  [{ from: 'x'.repeat(200) }, `“${'x'.repeat(40)}” in the address isn’t a day such as 2026-10-31.`],
  [{ from: '2026-10-05', to: '2026-10-01' }, '5 Oct 2026 to 1 Oct 2026 ends before it begins.'],
  [{ from: '2026-10-05', to: '2026-10-05' }, null],
  [{ month: '2026-Q4' }, null],
  [{ month: '' }, null],
])('of the period %j an address is told: %s', (given, words) => {
  expect(unreadPeriod({ month: null, from: null, to: null, ...given })).toBe(words)
})
