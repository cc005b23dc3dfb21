import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { database, isServed } from '@/lib/database/open'
import { foundWritable, runBeside, unwritable, wasUnwritable } from '@/lib/database/patience'
import type { Tables } from '@/lib/database/schema'
import { log } from '@/lib/platform/log'
import { lookAtEnd } from './chain'
import {
  checkpointFile,
  dataFolder,
  earlierFile,
  emptiedFault,
  kept,
  lastCheckpoint,
  readCheckpoints,
  recordSeen,
  shortenFile,
  writeCheckpoint,
} from './checkpoints'
import { type Head, signatureOf, signed } from './crypto'

// The checkpoint file shows when the database was replaced by an older one. To show as well when the file was, the database records which
// checkpoint is on the disk, once it's flushed. The file may be ahead of that record, never behind it.

const claimEveryMs = 1_000

/** The newest checkpoint that is known to be on the disk, for the entries of outcomes to hold. */
export const checkpointOnDisk = () => kept().onDisk

/** Writes a committed head beside the database. Never rejects: the outcome it belongs to stands. It is flushed and claimed within a second. */
export function keepCheckpoint(store: Kysely<Tables>, head: Head | null): void {
  if (head === null) return
  try {
    recordSeen(store, head) // which may read the file
    writeCheckpoint(head)
  } catch (cause) {
    log.error({ err: cause }, 'checkpoint_not_written')
    return
  }
  const state = kept()
  if (head.seq > (state.written?.seq ?? 0)) state.written = head
  state.timer ??= setTimeout(() => {
    state.timer = null
    void claimSafely()
  }, claimEveryMs).unref()
}

/** Writes the newest head where it is not beside the database yet: the file is behind after a crash, and by entries of no command. */
export async function catchUpCheckpoint(): Promise<void> {
  const store = await database()
  const { head, fault } = await lookAtEnd(store)
  if (fault !== null) return log.error({ reason: fault }, 'journal_broken')
  const lost = await checkpointFault(store, dataFolder())
  if (lost !== null) return log.error({ reason: lost }, 'checkpoints_lost') // another line would hide that lines are missing
  if (head && head.seq > (lastCheckpoint(dataFolder())?.seq ?? 0)) keepCheckpoint(store, head)
  await claimSafely()
}

/** Why the journal cannot be relied on, as far as that is seen without walking it; or null. */
export async function journalFault(store: Kysely<Tables>): Promise<string | null> {
  const { fault } = await lookAtEnd(store)
  return fault ?? emptiedFault() ?? (await checkpointFault(store, dataFolder())) ?? (await writeFault(store))
}

/** Where a write failed for a reason that lasts, a row is added and taken away: until that works, nothing can be added to the journal. */
async function writeFault(store: Kysely<Tables>): Promise<string | null> {
  if (!wasUnwritable()) return null
  try {
    await runBeside(() => store.transaction().execute(addAndTakeAway))
    foundWritable()
    return null
  } catch (cause) {
    return `${(unwritable(cause)?.why ?? 'The database doesn’t take writes').replace(/^T/, 't')}, so nothing is sent`
  }
}

async function addAndTakeAway(tx: Transaction<Tables>): Promise<void> {
  const file = `probe ${randomUUID()}`
  await tx.insertInto('journal_checkpoints').values({ file, seq: 0, signature: '' }).execute()
  await tx.deleteFrom('journal_checkpoints').where('file', '=', file).execute()
}

/** Logs a failure and goes on: the next claim includes this one. */
const claimSafely = () => claimCheckpoint().catch((cause: unknown) => log.warn({ err: cause }, 'checkpoint_not_claimed'))

/**
 * Flushes the file and records in the database what is in it. Where the file has lost a recorded checkpoint the record stays, so that the
 * loss stays known.
 */
export function claimCheckpoint(): Promise<void> {
  const state = kept()
  // One at a time, because each may rename the file.
  state.claiming = state.claiming.catch(() => {}).then(claimNow)
  return state.claiming
}

async function claimNow(): Promise<void> {
  const { written, onDisk } = kept()
  if (written === null || written.seq === onDisk?.seq) return
  const store = await database()
  const folder = dataFolder()
  const fault = await checkpointFault(store, folder)
  if (fault !== null) return log.error({ reason: fault }, 'checkpoints_lost')
  // Another process may just have renamed the file that was written to, so both are flushed.
  for (const path of [checkpointFile(folder), earlierFile(folder)]) if (existsSync(path)) await flushed(path)
  const file = nameOf(store, folder)
  await claim(store, file, written.seq)
  kept().onDisk = { file, seq: written.seq }
  shortenFile(folder)
}

async function flushed(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function claim(store: Kysely<Tables>, file: string, seq: number): Promise<void> {
  const row = { seq, signature: signatureOfClaim(file, seq) }
  await store
    .insertInto('journal_checkpoints')
    .values({ file, ...row })
    .onConflict((conflict) => conflict.column('file').doUpdateSet(row).where('journal_checkpoints.seq', '<', seq))
    .execute()
}

const signatureOfClaim = (file: string, seq: number) => signed(`checkpoint ${file} ${seq}`)

/** What is wrong with the checkpoint file of a folder, or null. */
export async function checkpointFault(store: Kysely<Tables>, folder: string): Promise<string | null> {
  const file = nameOf(store, folder)
  const claimed = await store.selectFrom('journal_checkpoints').selectAll().where('file', '=', file).executeTakeFirst()
  if (claimed && claimed.signature !== signatureOfClaim(file, claimed.seq))
    return `what the database says about checkpoint ${claimed.seq} isn’t signed with this key`
  const written = folder === dataFolder() ? kept().written : null
  const wanted = [claimed, written].flatMap((each) => each?.seq ?? [])
  const there = readCheckpoints(folder)
  const forged = there.find(({ seq, hash, signature }) => wanted.includes(seq) && signature !== signatureOf(seq, hash))
  if (forged) return `checkpoint ${forged.seq} isn’t signed with this key`
  const swapped = written && there.find(({ seq, hash }) => seq === written.seq && hash !== written.hash)
  if (swapped) return `checkpoint ${swapped.seq} isn’t the one that was written`
  return missingFrom(new Set(there.map(({ seq }) => seq)), wanted)
}

/** Names the first checkpoint that was in the file and is not. */
export function missingFrom(there: ReadonlySet<number>, wanted: readonly number[]): string | null {
  const missing = wanted.find((seq) => !there.has(seq))
  if (missing === undefined) return null
  return there.size === 0
    ? `the checkpoint file is missing: checkpoint ${missing} was in it`
    : `the checkpoint file was shortened: checkpoint ${missing} isn’t in it`
}

/** The name of a folder's file in the database: several copies on a server have one each. An embedded database has one, beside it. */
export function nameOf(store: Kysely<Tables>, folder: string): string {
  const place = `${isServed(store) ? hostname() : ''}:${realFolder(folder)}`
  return createHash('sha256').update(place).digest('hex').slice(0, 12)
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}
