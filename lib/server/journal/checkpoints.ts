import 'server-only'
import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, database } from '../database/open'
import { once } from '../once'

/** The head of the chain at some time, signed; kept outside the database, so that an older copy of it does not pass for the newest. */
export type Checkpoint = { seq: number; hash: string; signature: string; at: string }

const file = (folder: string) => join(folder, 'journal-checkpoints')
const written = () => once('last-checkpoint', () => ({ seq: 0 }))

export function readCheckpoints(folder: string): Checkpoint[] {
  if (!existsSync(file(folder))) return []
  return readFileSync(file(folder), 'utf8').split('\n').flatMap(readable)
}

const tailBytes = 4_096

/** The newest checkpoint, read from the end of the file, which grows by a line a minute. */
export function lastCheckpoint(folder: string): Checkpoint | null {
  if (!existsSync(file(folder))) return null
  const handle = openSync(file(folder), 'r')
  try {
    const { size } = fstatSync(handle)
    const tail = Buffer.alloc(Math.min(size, tailBytes))
    readSync(handle, tail, 0, tail.length, size - tail.length)
    return tail.toString('utf8').split('\n').flatMap(readable).at(-1) ?? null
  } finally {
    closeSync(handle)
  }
}

/** A line that a power cut left half-written says nothing. */
function readable(line: string): Checkpoint[] {
  try {
    return [JSON.parse(line) as Checkpoint]
  } catch {
    return []
  }
}

/** Writes the head beside the database where it has moved since. */
export async function writeCheckpoint(folder = process.env.DATA_DIR || '.data', store?: Database): Promise<void> {
  const head = await (store ?? (await database()))
    .selectFrom('journal_head')
    .select(['seq', 'hash', 'signature'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  if (head.seq === 0 || head.seq === written().seq) return
  mkdirSync(folder, { recursive: true }) // with a database elsewhere nothing else may have made it
  // The line break before it keeps it apart from a line that was cut short.
  appendFileSync(file(folder), `\n${JSON.stringify({ ...head, at: new Date().toISOString() })}\n`, { mode: 0o600 })
  written().seq = head.seq
}
