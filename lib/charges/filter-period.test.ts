import { expect, it } from 'vitest'
import { filterDays, statementDays } from './filter-period'

const of = (month: string | null, from: string | null, to: string | null) => statementDays({ month, from, to })

it('a statement’s form shows the days of its month, and stays on the month until somebody chooses other days', () => {
  const shown = filterDays(of('2026-10', null, null))
  expect(shown).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(of('2026-10', shown.from, shown.to)).toEqual({ month: '2026-10', from: null, to: null })
  expect(of('2026-10', '2026-09-15', shown.to)).toEqual({ month: null, from: '2026-09-15', to: '2026-10-31' })
  expect(of(null, '2026-09-15', null)).toEqual({ month: null, from: '2026-09-15', to: null })
})
