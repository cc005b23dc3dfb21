import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { database } from '@/lib/database/open'
import { append, type Entry } from '@/lib/journal/chain'
import { startWith } from '@/lib/testing/environment'
import { type Figure, inTurns, ratio, timed } from './measure'

const rounds = 401
const entriesInARound = 20
/** Entries written before anything is measured, so that it is compiled code that is. */
const entriesBefore = 1_000

/**
 * What one entry of the journal costs, with its number, its hash and the signed head, committed and flushed, against a flushed write of
 * the same bytes to a plain file on the same disk. Runs with the condition react-server.
 */
export async function journalAgainstFlush(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-journal-'))
  startWith({ DATA_DIR: folder, DATABASE_URL: '' })
  const file = openSync(join(folder, 'raw'), 'a')
  const store = await database()
  try {
    const written = async () => {
      const seq = await store.transaction().execute((tx) => append(tx, entry()))
      return Buffer.from(JSON.stringify(await store.selectFrom('journal').selectAll().where('seq', '=', seq).executeTakeFirst()))
    }
    const bytes = await written()
    await times(written, entriesBefore)
    const { one, other } = await inTurns(
      rounds,
      () => {
        const entries = Array.from({ length: entriesInARound }, entry)
        return timed(async () => {
          for (const each of entries) await store.transaction().execute((tx) => append(tx, each))
        })
      },
      () =>
        timed(() =>
          times(async () => {
            writeSync(file, bytes)
            fsyncSync(file)
          }),
        ),
    )
    return ratio('an entry of the journal, against a raw flush', one / entriesInARound, other / entriesInARound, 1.5)
  } finally {
    closeSync(file)
    await store.destroy()
    rmSync(folder, { recursive: true })
  }
}

async function times(work: () => Promise<unknown>, turns = entriesInARound): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await work()
}

/** An intent as it is usually written. */
const entry = (): Entry => ({
  kind: 'intent',
  actionId: randomUUID(),
  accountId: randomUUID(),
  person: 'Ada Lovelace',
  merchant: 'northwind',
  ticket: 'T-1042',
  operation: 'changeExpirationDate',
  buyerId: randomUUID(),
  detail: {
    request: {
      params: { subscriptionId: randomUUID() },
      body: { expirationDate: '2027-03-01', reason: 'Asked for a month more' },
    },
    target: `subscription:${randomUUID()}`,
    undoes: null,
    address: 'history',
  },
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { name, value, unit, detail } = await journalAgainstFlush()
  console.log(`${name}: ${value} ${unit} (${detail})`)
}
