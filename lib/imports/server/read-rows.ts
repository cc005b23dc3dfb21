import 'server-only'
import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { ListFault } from './list-fault'

/** A row of a list with the line of the file on which it ends. */
export type ListRow = { line: number; cells: string[] }

const longestRow = 64 * 1024
const longestHeader = 16 * 1024
const maxColumns = 200

/**
 * Rows of a CSV text, header first, however long the text is: no more than a piece of it is held at a time. The mark between the columns
 * is read off the header. Throws a ListFault where the text is no such list.
 */
export async function* readRows(text: AsyncIterable<string>): AsyncGenerator<ListRow> {
  const { beginning, all } = await withBeginning(text)
  const rows = Readable.from(all).pipe(
    parse({
      bom: true,
      info: true,
      trim: true,
      delimiter: delimiterOf(beginning),
      max_record_size: longestRow,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  ) as AsyncIterable<{ record: string[]; info: Info }>
  try {
    for await (const { record, info } of rows) yield { line: info.lines, cells: record }
  } catch (cause) {
    throw cause instanceof CsvError ? new ListFault(wordsOf(cause)) : cause
  }
}

const wordsOf = ({ code, message }: CsvError): string =>
  code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quotation mark isn’t closed, or a row is longer than 64 KiB.'
    : `We couldn’t read the file as CSV: ${message}`

/** The first line, which is looked at before the rest is parsed, and everything again. */
async function withBeginning(text: AsyncIterable<string>) {
  const iterator = text[Symbol.asyncIterator]()
  let beginning = ''
  let ended = false
  while (!ended && !beginning.includes('\n') && beginning.length < longestHeader) {
    const { done, value } = await iterator.next()
    ended = done === true
    beginning += value ?? ''
  }
  async function* all() {
    if (beginning !== '') yield beginning
    while (!ended) {
      const { done, value } = await iterator.next()
      if (done) return
      yield value
    }
  }
  return { beginning: beginning.split('\n')[0] ?? '', all: all() }
}

/** Comma, semicolon or tab: whichever the header has most of. */
function delimiterOf(header: string): string {
  const plain = header.replace(/"[^"]*"/g, '')
  const count = (mark: string) => plain.split(mark).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** The names of the columns of a list. Throws a plain sentence where it has none. */
export async function headerOf(text: AsyncIterable<string>): Promise<string[]> {
  for await (const { cells } of readRows(text)) {
    if (cells.length > maxColumns) throw new ListFault(`The file has more than ${maxColumns} columns.`)
    return cells.map((cell) => cell.slice(0, 100))
  }
  throw new ListFault('The file is empty.')
}
