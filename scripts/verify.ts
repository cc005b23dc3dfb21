import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, placeFromEnvironment } from '@/lib/server/database/open'
import { verify } from '@/lib/server/journal/verify'

const place = placeFromEnvironment()

try {
  const verdict = await verified()
  if (verdict.whole) console.log(`The journal is whole: ${verdict.entries} entries, head ${verdict.head}`)
  else fail(`The journal is broken at entry ${verdict.seq}: ${verdict.why}`)
} catch (cause) {
  fail(`The journal cannot be verified: ${cause instanceof Error ? cause.message : cause}`)
}

async function verified() {
  // Opening would make an empty database, and an empty journal is whole.
  if (!place.DATABASE_URL && !existsSync(join(place.DATA_DIR, 'counterfoil.sqlite')))
    throw new Error(`there is no database in ${place.DATA_DIR}`)
  const store = await openDatabase(place)
  try {
    return await verify(store, place.DATA_DIR)
  } finally {
    await store.destroy()
  }
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
}
