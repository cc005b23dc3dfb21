import { saveFile } from '@/lib/client/files/save-file'
import { csv, tabbed } from '@/lib/csv'
import { matrixRows, type TableOption } from '@/lib/prices/matrix-rows'
import { drawTable } from './draw-table'

/** Copies the comparison, or saves it as a file. */
export async function takeAway(how: 'table' | 'csv' | 'png', options: readonly TableOption[]): Promise<void> {
  const rows = matrixRows(options)
  if (how === 'table') return navigator.clipboard.writeText(tabbed(rows))
  if (how === 'csv') return saveFile('prices.csv', new Blob([csv(withCount(rows))], { type: 'text/csv;charset=utf-8' }))
  saveFile('prices.png', await drawTable(rows))
}

/** A file says how many rows it has and whether anything was left out. */
function withCount(rows: string[][]): string[][] {
  const asked = rows.slice(1).filter((row) => row.at(-1) !== 'not asked').length
  return [
    ...rows,
    [`${rows.length - 1} rows, ${asked === rows.length - 1 ? 'nothing left out' : `${rows.length - 1 - asked} not asked`}`],
  ]
}
