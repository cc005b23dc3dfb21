import 'server-only'
import { countOf } from '@/lib/core/count-of'
import { leftOut } from '../left-out'
import type { Table } from './charge-rows'
import { headRow, isExactInSheet, sheetRow } from './sheet-xml'
import { sheetEnd, sheetStart, workbookParts } from './workbook-parts'
import { ZipStream } from './zip-stream'

const atOnce = 32 * 1024 // characters
const maxRows = 1_048_576 // of a sheet

/** A table as a workbook of two sheets, rows and what they leave out, in pieces, while it is still being read. */
export async function* xlsxFile({ head, rows, left }: Table, sheet: string): AsyncGenerator<Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const zip = new ZipStream()
  for (const [name, text] of workbookParts(sheet)) zip.file(name).end(encode(text))
  yield* zip.taken()
  const kinds = head.map(({ kind }) => kind)
  const entry = zip.file('xl/worksheets/sheet1.xml')
  let text = sheetStart(kinds) + headRow(head.map(({ words }) => words))
  let at = 1
  let longAmounts = 0
  for await (const row of rows) {
    if (at === maxRows) break
    at += 1
    longAmounts += row.filter((cell, column) => kinds[column] === 'amount' && cell !== null && !isExactInSheet(cell)).length
    text += sheetRow(at, row, kinds)
    if (text.length < atOnce) continue
    entry.write(encode(text))
    text = ''
    yield* zip.taken()
  }
  entry.end(encode(text + sheetEnd))
  const said = [
    ...leftOut(left()),
    at === maxRows
      ? `INCOMPLETE: a sheet holds ${countOf(maxRows, 'row')} and this history has more. Choose a shorter period or CSV.`
      : '',
    longAmounts > 0 ? describeLong(longAmounts) : '',
  ].filter((sentence) => sentence !== '')
  const about = said.map((sentence, row) => sheetRow(row + 2, [sentence], ['text']))
  zip
    .file('xl/worksheets/sheet2.xml')
    .end(encode(sheetStart(['text']) + headRow(['About this file']) + about.join('') + sheetEnd))
  zip.end()
  yield* zip.taken()
}

const describeLong = (amounts: number): string =>
  amounts === 1
    ? '1 amount has more digits than a spreadsheet can hold as a number. It’s stored as text in full, and spreadsheet sums leave it out.'
    : `${countOf(amounts, 'amount')} have more digits than a spreadsheet can hold as numbers. They’re stored as text in full, and spreadsheet sums leave them out.`
