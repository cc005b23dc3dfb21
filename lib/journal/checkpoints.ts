import 'server-only'
import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { isObject } from '@/lib/core/json'
import type { Tables } from '@/lib/database/schema'
import { singleton } from '@/lib/platform/singleton'
import { storageEnv } from '@/lib/platform/storage-env'
import { type Head, signatureOf, signed } from './crypto'

/**
 * The head of the chain at some time, signed; kept outside the database, so that an older copy of it does not pass for the newest.
 * The first of a file that goes on from an earlier one says so.
 */
export type Checkpoint = Head & { at: string; continues?: string }

export const checkpointFile = (folder: string) => join(folder, 'journal-checkpoints')
/** What the file held before it became long. */
export const earlierFile = (folder: string) => `${checkpointFile(folder)}.1`
export const dataFolder = () => storageEnv().DATA_DIR

const maxBytes = 128 * 1_024

/** All that the two files hold, oldest first. */
export const readCheckpoints = (folder: string): Checkpoint[] =>
  [earlierFile(folder), checkpointFile(folder)].flatMap((file) => checkpointsIn(file, 8 * maxBytes))

/** The newest checkpoint, read from the end of the file: every outcome adds a line to it. */
export function lastCheckpoint(folder: string): Checkpoint | null {
  for (const file of [checkpointFile(folder), earlierFile(folder)]) {
    const newest = checkpointsIn(file, 4_096).toSorted((a, b) => a.seq - b.seq) // processes that share it may cross
    if (newest.length > 0) return newest.at(-1) ?? null
  }
  return null
}

function checkpointsIn(path: string, max: number): Checkpoint[] {
  if (!existsSync(path)) return []
  const handle = openSync(path, 'r')
  try {
    const { size } = fstatSync(handle)
    const tail = Buffer.alloc(Math.min(size, max))
    readSync(handle, tail, 0, tail.length, size - tail.length)
    return tail.toString('utf8').split('\n').flatMap(readable)
  } finally {
    closeSync(handle)
  }
}

/** Null for a line that a power cut left half-written. */
function readable(line: string): Checkpoint[] {
  try {
    const read: unknown = JSON.parse(line)
    return isCheckpoint(read) ? [read] : []
  } catch {
    return []
  }
}

const isCheckpoint = (read: unknown): read is Checkpoint =>
  isObject(read) &&
  Number.isSafeInteger(read.seq) &&
  [read.hash, read.signature, read.at].every((text) => typeof text === 'string')

/** Appends a head to the file in one write, so that lines of several processes don't mix. */
export function writeCheckpoint({ seq, hash, signature }: Head, folder = dataFolder()): void {
  mkdirSync(folder, { recursive: true }) // with PostgreSQL nothing else may have made the folder
  const goesOn = !existsSync(checkpointFile(folder)) && existsSync(earlierFile(folder))
  const line: Checkpoint = { seq, hash, signature, at: new Date().toISOString() }
  if (goesOn) line.continues = continuing(line)
  // The line break before it keeps it apart from a line that was cut short.
  appendFileSync(checkpointFile(folder), `\n${JSON.stringify(line)}\n`, { mode: 0o600 })
}

const continuing = ({ seq, hash }: Head) => signed(`checkpoints before ${seq}:${hash}`)

/** Whether the first checkpoint says that the file goes on from an earlier one. Then nothing before it is missing. */
export const goesOnFrom = (first: Checkpoint) => first.continues === continuing(first)

/** Renames a long file, over the one that was renamed before. A process that has it open still writes to the renamed file. */
export function shortenFile(folder: string): void {
  const size = statSync(checkpointFile(folder), { throwIfNoEntry: false })?.size ?? 0
  if (size > maxBytes) renameSync(checkpointFile(folder), earlierFile(folder))
}

/** Renames both files to names that nobody reads, once an operator has looked at what is wrong with them. */
export function putCheckpointsAway(folder: string, now = new Date()): void {
  for (const file of [checkpointFile(folder), earlierFile(folder)])
    if (existsSync(file)) renameSync(file, `${file}.until-${now.toISOString().replaceAll(':', '-')}`)
}

type Kept = {
  written: Head | null
  onDisk: { file: string; seq: number } | null
  timer: NodeJS.Timeout | null
  claiming: Promise<void>
}

/** What this process has written into the file, and what of it is known to be on the disk. */
export const kept = () =>
  singleton('checkpoints-kept', (): Kept => ({ written: null, onDisk: null, timer: null, claiming: Promise.resolve() }))

const seenHeads = () => singleton('heads-seen', () => new WeakMap<object, Head>())
const emptied = () => singleton('journal-emptied', () => ({ after: 0 }))

/** The newest head that this process, or whoever wrote the checkpoints here, has seen committed. */
export function headSeen(store: Kysely<Tables>): Head | null {
  const known = seenHeads().get(store.getExecutor().adapter)
  if (known) return known
  const last = lastCheckpoint(dataFolder())
  return last && last.signature === signatureOf(last.seq, last.hash) ? last : null
}

export function recordSeen(store: Kysely<Tables>, head: Head): void {
  const known = headSeen(store)
  if (head.seq === 0 && known && known.seq > 0) {
    emptied().after = known.seq
    Object.assign(kept(), { written: null, onDisk: null })
  }
  if (known === null || head.seq > known.seq || head.seq === 0) seenHeads().set(store.getExecutor().adapter, head)
}

/** Remembers the newest head: where database and checkpoints are emptied together, only a running process knows that there was more. */
export function emptiedFault(): string | null {
  const { after } = emptied()
  return after === 0 ? null : `it was emptied after entry ${after}`
}

/** What says that a head is older than one seen before; `hash` is that of the entry with the number seen, where there is one. */
export function olderThan(seen: Head, head: Head, hash: string | undefined): string | null {
  if (head.seq < seen.seq)
    return `it ends at ${head.seq}, but entry ${seen.seq} was written before that, so an older copy was put back`
  const isOther = hash !== undefined && hash !== seen.hash
  return isOther ? `entry ${seen.seq} isn’t the one written before, so an older copy was put back` : null
}
