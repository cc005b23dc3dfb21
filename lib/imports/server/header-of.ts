import 'server-only'
import { ListFault } from './list-fault'
import { readRows } from './read-rows'

const maxColumns = 200

/** The names of the columns of a list. Throws a plain sentence where it has none. */
export async function headerOf(text: AsyncIterable<string>): Promise<string[]> {
  for await (const { cells } of readRows(text)) {
    if (cells.length > maxColumns) throw new ListFault(`The file has more than ${maxColumns} columns.`)
    return cells.map((cell) => cell.slice(0, 100))
  }
  throw new ListFault('The file is empty.')
}
