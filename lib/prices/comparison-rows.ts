import { shortReason } from '@/lib/core/problem-words'
import { describeBearing } from './bearing'
import type { Compared, TodayPrice } from './compared'
import { describeAboveLast } from './term-price'

/** A row of the comparison as a table takes it: what is paid today has no letter. */
export type ComparisonRow = { letter: string; words: string; terms: string; cells: readonly (Compared | TodayPrice)[] }

const head = [
  'Option',
  'What',
  'Terms',
  'Currency',
  'Total',
  'To pay now',
  'Months',
  'A month',
  'Difference over its term',
  'Note',
]

/** The comparison as rows of a table, one for each cell: amounts as given, differences exact, and nothing across currencies. */
export const comparisonRows = (rows: readonly ComparisonRow[]): string[][] => [
  head,
  ...rows.flatMap(({ letter, words, terms, cells }) => cells.map((cell) => [letter, words, terms, ...cellRow(cell)])),
]

function cellRow(cell: Compared | TodayPrice): string[] {
  const { problem, currency, total, months, against, isOld } = cell
  if (problem !== null) return ['', '', '', '', '', '', shortReason(problem)]
  if (total === null && currency === null) return ['', '', '', '', '', '', 'not calculated']
  const notes = [
    'note' in cell ? cell.note : '',
    describeBearing(cell.bearing) ?? '',
    cell.aboveLast === null ? '' : describeAboveLast(cell.aboveLast, cell.due !== undefined),
    cell.trial ?? '',
    isOld ? 'outdated' : '',
  ]
  // A spreadsheet reckons with a plain minus: less than today is below zero.
  const difference = against === null ? '' : `${against.way === 'less' ? '-' : ''}${against.amount}`
  return [
    currency ?? '',
    total ?? '',
    cell.due ?? '',
    months === null ? '' : String(months),
    cell.perMonth ?? '',
    difference,
    notes.filter(Boolean).join(', '),
  ]
}
