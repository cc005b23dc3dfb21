import 'server-only'
import type { Database } from '@/lib/database/open'

// An uploaded list waits in the database, so that any process may go on with it, and goes with the import.

const chunkLength = 64 * 1024

/** Keeps a text in pieces as it arrives. */
export async function keepChunks(store: Database, importId: string, text: AsyncIterable<string>): Promise<void> {
  let number = 0
  let waiting = ''
  const keep = async (piece: string) => {
    await store.insertInto('import_chunks').values({ import_id: importId, number, text: piece }).execute()
    number += 1
  }
  for await (const piece of text) {
    waiting += piece
    if (waiting.length < chunkLength) continue
    await keep(waiting)
    waiting = ''
  }
  if (waiting !== '' || number === 0) await keep(waiting)
}

export async function* readChunks(store: Database, importId: string): AsyncGenerator<string> {
  for (let number = 0; ; number += 1) {
    const row = await store
      .selectFrom('import_chunks')
      .select('text')
      .where('import_id', '=', importId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!row) return
    yield row.text
  }
}
