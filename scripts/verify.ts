import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { databaseFile } from '@/lib/database/embedded'
import { type Database, openDatabase } from '@/lib/database/open'
import { acceptJournal, changeKey } from '@/lib/journal/accept'
import { verifyStream } from '@/lib/journal/stream/verify-stream'
import { stubOf } from '@/lib/journal/stub'
import { describeRow, type Pin, verify } from '@/lib/journal/verify'
import { unchainedCalls } from '@/lib/journal/verify-calls'
import { storageEnv } from '@/lib/platform/storage-env'

const usage = `Usage:
  npm run verify                           walks the journal and compares what people see with it
  npm run verify -- --expect SEQ:HASH      also requires this entry, kept elsewhere, to be in it
  npm run verify -- --stream FILE          checks a file that JOURNAL_STREAM has written, with nothing but the file
  npm run verify -- --stub SEQ             writes an entry that somebody signed to standard output, for scripts/check-stub.mjs
  npm run verify -- --accept REASON        while the dashboard is stopped: accepts an intact journal without its earlier checkpoints
  npm run verify -- --change-key FILE      while the dashboard is stopped: signs the journal with the key in a file instead`

let wanted = 'verify the journal'
try {
  const options = {
    expect: { type: 'string' },
    stream: { type: 'string' },
    stub: { type: 'string' },
    accept: { type: 'string' },
    'change-key': { type: 'string' },
  } as const
  const { values } = parseArgs({ options })
  const { accept, stub, 'change-key': keyFile } = values
  if (values.stream !== undefined) wanted = 'check the file'
  else if (stub !== undefined) wanted = 'write the entry'
  else if (accept !== undefined) wanted = 'accept the journal'
  else if (keyFile !== undefined) wanted = 'sign the journal with the new key'
  if (values.stream !== undefined) await streamVerified(values.stream)
  else if (stub !== undefined) await withStore((store) => stubWritten(store, stub))
  else if (accept !== undefined) await withStore((store, folder) => accepted(store, folder, accept))
  else if (keyFile !== undefined) await withStore((store, folder) => keyChanged(store, folder, keyFile))
  else await withStore((store, folder) => verified(store, folder, values.expect === undefined ? null : pinIn(values.expect)))
} catch (cause) {
  fail(`Couldn’t ${wanted}: ${cause instanceof Error ? cause.message : cause}`)
}

async function withStore(work: (store: Database, folder: string) => Promise<void>): Promise<void> {
  const place = storageEnv()
  // Opening would make an empty database, and an empty journal is whole.
  if (!place.DATABASE_URL && !existsSync(join(place.DATA_DIR, databaseFile)))
    throw new Error(`there is no database in ${place.DATA_DIR}`)
  const store = await openDatabase(place)
  try {
    await work(store, place.DATA_DIR)
  } finally {
    await store.destroy()
  }
}

async function verified(store: Database, folder: string, pin: Pin | null): Promise<void> {
  const verdict = await verify(store, folder, pin)
  if (verdict.whole) {
    console.log(`The journal is intact: ${verdict.entries} entries, head ${verdict.head}`)
    const unchained = await unchainedCalls(store)
    if (unchained > 0) console.log(`${unchained} calls of machines aren’t chained yet: the running minute’s come with the next.`)
  } else if (verdict.rows)
    fail(['The journal is intact, but rows don’t match it:', ...verdict.rows.map(describeRow)].join('\n  '))
  else if (verdict.checkpoints) fail(`The journal’s entries are intact, but its checkpoints aren’t: ${verdict.why}`)
  else fail(`The journal fails verification at entry ${verdict.seq}: ${verdict.why}`)
}

async function streamVerified(file: string): Promise<void> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`there is no file ${file}`)
  const verdict = await verifyStream(file)
  if (!verdict.whole) return fail(`The file fails verification at line ${verdict.line}: ${verdict.why}`)
  const { first, last, head, doubles, cut } = verdict
  const again = doubles === 0 ? '' : `, ${doubles} sent again`
  const short = cut === 0 ? '' : `, ${cut} unfinished ${cut === 1 ? 'line' : 'lines'}`
  console.log(
    `The file is intact: entries ${first} to ${last}${again}${short}. Compare with the journal: npm run verify -- --expect ${last}:${head}`,
  )
}

async function stubWritten(store: Database, given: string): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(given)) throw new Error(`--stub takes the number of an entry\n${usage}`)
  process.stdout.write(await stubOf(store, Number(given)))
}

async function accepted(store: Database, folder: string, reason: string): Promise<void> {
  if (reason.trim() === '') throw new Error(`enter why after --accept, such as "Restored the backup of 4 March"\n${usage}`)
  await acceptJournal(store, folder, reason)
  console.log(
    'Accepted. New checkpoints begin here, the earlier ones were kept in the same folder, and the reason is in the journal.',
  )
  await verified(store, folder, null)
}

async function keyChanged(store: Database, folder: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}. Nothing was changed`)
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 16) throw new Error(`the key in ${file} has fewer than 16 characters. Nothing was changed`)
  await changeKey(store, folder, key)
  console.log('The journal is signed with the new key. Set JOURNAL_KEY to it before you start the dashboard or run verify again.')
}

function pinIn(given: string): Pin {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(given) ?? []
  if (seq === undefined || hash === undefined) throw new Error(`--expect takes a number and a hash\n${usage}`)
  return { seq: Number(seq), hash }
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
}
