import type { PriceResult } from '../operations/schemas/price-result'
import { differenceTo, monthlyOf, totalOf } from './compare-cells'
import type { PricedBundle } from './receipt'

/** A cell of the comparison as a table takes it. */
export type TableCell =
  | { bundle: PricedBundle; answer: Pick<PriceResult, 'currency'>; isOutdated: boolean }
  | { problem: string }
  | null

export type TableOption = { letter: string; words: string; terms: string; isBaseline: boolean; cells: readonly TableCell[] }

const head = ['Bundle', 'What', 'Terms', 'Currency', 'Total', 'A month', 'Difference from baseline', 'Difference, %', 'Note']

/** The comparison as rows of a table, one for each cell: amounts as given, differences exact, and nothing across currencies. */
export function matrixRows(options: readonly TableOption[]): string[][] {
  const baseline = options.find(({ isBaseline }) => isBaseline)
  return [
    head,
    ...options.flatMap(({ letter, words, terms, cells, ...option }) =>
      cells.map((cell, index) => [
        letter,
        words,
        terms,
        ...cellRow(cell, option.isBaseline ? null : (baseline?.cells[index] ?? null), option.isBaseline),
      ]),
    ),
  ]
}

function cellRow(cell: TableCell, baseline: TableCell, isBaseline: boolean): string[] {
  if (cell === null) return ['', '', '', '', '', 'not calculated']
  if ('problem' in cell) return ['', '', '', '', '', cell.problem]
  const currency = cell.answer.currency ?? ''
  const total = totalOf(cell.bundle)
  const from = baseline && 'bundle' in baseline ? totalOf(baseline.bundle) : null
  const other = baseline && 'bundle' in baseline ? (baseline.answer.currency ?? '') : ''
  const difference = total !== null && from !== null ? differenceTo({ total: from, currency: other }, { total, currency }) : null
  // A spreadsheet reckons with a plain minus.
  const plain = (text: string) => text.replace('−', '-').replace('+', '').replace('%', '')
  return [
    currency,
    total ?? '',
    monthlyOf(cell.bundle).amount ?? '',
    difference ? plain(difference.amount) : '',
    difference?.percent ? plain(difference.percent) : '',
    [isBaseline ? 'baseline' : '', cell.isOutdated ? 'outdated' : ''].filter(Boolean).join(', '),
  ]
}
