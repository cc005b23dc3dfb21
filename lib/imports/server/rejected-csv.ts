import 'server-only'
import { csvRow, csvStart } from '@/lib/core/csv'
import { fromOwnJson } from '@/lib/core/json'
import { database } from '@/lib/database/open'

const pieceOfRejects = 500

/** The rejected rows as a file for spreadsheets, piece by piece: line, why, and the cells as they were. */
export async function* rejectedCsv(importId: string, columns: readonly string[]): AsyncGenerator<string> {
  const store = await database()
  yield csvStart + csvRow(['line', 'why rejected', ...columns])
  for (let after = 0; ; ) {
    const rows = await store
      .selectFrom('import_rejects')
      .select(['line', 'why', 'cells'])
      .where('import_id', '=', importId)
      .where('line', '>', after)
      .orderBy('line')
      .limit(pieceOfRejects)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ line, why, cells }) => csvRow([String(line), why, ...fromOwnJson<string[]>(cells)])).join('')
    after = last.line
  }
}
