import 'server-only'
import { csvRow, csvStart } from '@/lib/csv'
import { leftOut } from '@/lib/files/left-out'
import type { Table } from './charge-rows'

const atOnce = 32 * 1024 // characters

/** A table as RFC 4180 with what it leaves out under it, in pieces, while it is still being read. */
export async function* csvFile({ head, rows, left }: Table): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvStart + csvRow(head.map(({ words }) => words)))
  let text = ''
  for await (const row of rows) {
    text += csvRow(row.map((cell) => cell ?? ''))
    if (text.length < atOnce) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(
    text +
      leftOut(left())
        .map((sentence) => csvRow([sentence]))
        .join(''),
  )
}
