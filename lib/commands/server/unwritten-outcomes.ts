import 'server-only'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '@/lib/journal/checkpoints'
import { decryptJson, encryptJson } from '@/lib/journal/crypto'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import type { Action } from './intent'
import type { Outcome } from './outcome'

/** An outcome that waits, since when it's known, and the line of the file that holds it; null where only this process does. */
type Waiting = { action: Action; body: unknown; outcome: Outcome; line: string | null }

// Outcomes of this process: `waiting` those that the file couldn't take, which are lost with the process; their rows then turn unconfirmed, which is
// true. `filed` those that it took, by their lines: the process goes on knowing them where the file can't be read for a while.
const inMemory = () =>
  singleton('journal-pending', () => ({
    waiting: [] as Waiting[],
    taken: [] as Waiting[],
    filed: new Set<string>(),
    beingWritten: new Set<string>(),
  }))
const file = () => join(dataFolder(), 'journal-pending')
// What was taken from the file to be written, by this process or one that was killed. Several may share the folder.
const isTaken = (name: string) => name.startsWith('journal-pending.taken')
const takenName = () => `${file()}.taken-${Date.now()}-${randomUUID()}`

/** Keeps an outcome that the database could not take, sealed, one on each line. What was learnt after it stays as it is. */
export function saveUnwrittenOutcome(action: Action, body: unknown, outcome: Outcome): void {
  const waiting = { action, body, outcome: { ...outcome, knownAt: outcome.knownAt ?? new Date().toISOString() } }
  try {
    mkdirSync(dataFolder(), { recursive: true })
    // It begins with a line break, because a full disk may have cut the line before it short.
    const line = encryptJson(waiting)
    writeFlushed(file(), `\n${line}\n`)
    inMemory().filed.add(line)
  } catch (cause) {
    log.error({ err: cause, actionId: action.action_id }, 'journal_pending_in_memory')
    inMemory().waiting.push({ ...waiting, line: null })
  }
}

function writeFlushed(path: string, text: string): void {
  const handle = openSync(path, 'a', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** How many outcomes wait to be written; a file that can't be read counts as one, for nobody knows how many are in it. */
export function pendingOutcomes(): number {
  const { taken, waiting } = inMemory()
  const { lines, unread } = linesIn([...takenFiles(), file()])
  return taken.length + waiting.length + withFiled(lines).length + unread.length
}

/** The actions whose outcomes wait to be written: they're known, though their rows don't show it yet. */
export const actionsWithKeptOutcome = (): Set<string> => new Set(kept().map(({ action }) => action.action_id))

/** Those of them that have ended, and those whose end is just being written. */
export function endedUnwritten(): Set<string> {
  const ended = kept().flatMap(({ action, outcome }) => (outcome.state === 'unconfirmed' ? [] : [action.action_id]))
  return new Set([...inMemory().beingWritten, ...ended])
}

/** While an outcome is being written, or kept where it can't be, nobody acts as if it weren't known. */
export async function whileWritten({ action_id }: Action, { state }: Outcome, write: () => Promise<void>): Promise<void> {
  const { beingWritten } = inMemory()
  if (state !== 'unconfirmed') beingWritten.add(action_id)
  await write().finally(() => beingWritten.delete(action_id))
}

type Open = Pick<Action, 'action_id' | 'state'>

/** Whether an action has ended, as the service has told, and its row doesn't show it yet. Nobody acts as if that weren't known. */
export const hasEndedUnwritten = ({ action_id, state }: Open, ended = endedUnwritten): boolean =>
  (state === 'sent' || state === 'unconfirmed') && ended().has(action_id)

/** What waits to be written of an action: what the service answered, even where it was told as unconfirmed before. Null where nothing waits. */
export function keptOutcome(actionId: string): Outcome | null {
  const outcomes = kept().flatMap(({ action, outcome }) => (action.action_id === actionId ? [outcome] : []))
  return outcomes.findLast(({ state }) => state !== 'unconfirmed') ?? outcomes.at(-1) ?? null
}

function kept(): Waiting[] {
  const { taken, waiting } = inMemory()
  const { lines } = linesIn([...takenFiles(), file()])
  return [...withFiled(lines).flatMap((line) => opened(line) ?? []), ...taken, ...waiting]
}

/** The lines that could be read, and after them those of this process that couldn't. */
const withFiled = (lines: readonly string[]): string[] => [...new Set([...lines, ...inMemory().filed])]

/** What was taken to be written. `files` hold it until `leaveWaiting`, so a process that is killed meanwhile loses nothing; `stuck` are lines nobody can read. */
type Taken = { waiting: Waiting[]; files: string[]; stuck: string[] }

/** What waits, in the order in which it came. */
export function takePending(): Taken {
  if (linesIn([file()]).lines.length > 0) renameSync(file(), takenName())
  const all = takenFiles()
  const memory = inMemory()
  memory.taken.push(...memory.waiting.splice(0))
  const { lines, unread } = linesIn(all)
  const files = all.filter((path) => !unread.includes(path)) // what can't be read stays, for it may be readable again
  const read = withFiled(lines).map((line) => ({ line, found: opened(line) }))
  const stuck = read.flatMap(({ line, found }) => (found !== null || isPutAside(line) ? [] : [line]))
  return { waiting: [...read.flatMap(({ found }) => found ?? []), ...memory.taken], files, stuck }
}

/** To be called with what of it is still unwritten. Where the disk takes no new file the old ones stay: what is written already is passed over. */
export function leaveWaiting({ waiting, files, stuck }: Taken, unwritten: readonly Waiting[]): void {
  const { taken, filed } = inMemory()
  taken.splice(0)
  const lines = [...stuck, ...unwritten.flatMap(({ line }) => line ?? [])]
  for (const { line } of waiting) if (line !== null && !lines.includes(line)) filed.delete(line)
  for (const { action, body, outcome, line } of unwritten) if (line === null) saveUnwrittenOutcome(action, body, outcome)
  if (lines.length > 0 && lines.length === linesIn(files).lines.length) return
  const shorter = `${file()}.new-${randomUUID()}`
  try {
    if (lines.length > 0) {
      writeFlushed(shorter, `${lines.join('\n')}\n`)
      renameSync(shorter, takenName())
    }
    for (const each of files) rmSync(each, { force: true })
  } catch (cause) {
    log.error({ err: cause }, 'journal_pending_not_shortened')
    rmSync(shorter, { force: true }) // a full disk would gather one at each try
  }
}

/** Puts a line aside that was cut short, or sealed with another secret: its row turns unconfirmed, which is true. False where the disk takes nothing. */
function isPutAside(line: string): boolean {
  log.error('journal_pending_unreadable')
  try {
    writeFlushed(`${file()}.unreadable`, `\n${line}\n`)
    return true
  } catch (cause) {
    log.error({ err: cause }, 'journal_pending_not_put_aside')
    return false
  }
}

function opened(line: string): Waiting | null {
  try {
    return { ...(decryptJson(line) as Omit<Waiting, 'line'>), line }
  } catch {
    return null
  }
}

function takenFiles(): string[] {
  if (!existsSync(dataFolder())) return []
  const names = readdirSync(dataFolder()).filter(isTaken)
  return names.toSorted().map((name) => join(dataFolder(), name))
}

/** The lines of files, each once, and the files that can't be read, which is logged: they hold up nobody. */
function linesIn(files: readonly string[]): { lines: string[]; unread: string[] } {
  const lines = new Set<string>()
  const unread: string[] = []
  for (const path of files) {
    try {
      for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') lines.add(line)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') continue
      log.error({ err: cause }, 'journal_pending_not_read')
      unread.push(path)
    }
  }
  return { lines: [...lines], unread }
}

/** The commands this process is sending, and those whose intent it could not be sure of and so never sent, with the time of that intent. */
const ofProcess = () =>
  singleton('commands-in-flight', () => ({
    sending: new Set<string>(),
    neverSent: new Map<string, { createdAt: string; since: number }>(),
  }))

/** A commit whose answer was lost may still be carried out a little later. */
const forgetAfterMs = 120_000

/** Until `work` is over, its row is nobody's to close: by the clock of the machine it may look older than it is. */
export async function whileSending<T>(actionId: string, work: Promise<T>): Promise<T> {
  const { sending } = ofProcess()
  sending.add(actionId)
  return work.finally(() => sending.delete(actionId))
}

export const isBeingSent = ({ action_id }: Pick<Action, 'action_id'>): boolean => ofProcess().sending.has(action_id)

/** Notes that a command wasn't sent, for nobody knows whether its intent was written. A row that turns up of it isn't one that was sent. */
export function noteNeverSent({ action_id, created_at }: Pick<Action, 'action_id' | 'created_at'>): void {
  ofProcess().neverSent.set(action_id, { createdAt: created_at, since: Date.now() })
}

export const wasNeverSent = ({ action_id, created_at }: Pick<Action, 'action_id' | 'created_at'>): boolean =>
  ofProcess().neverSent.get(action_id)?.createdAt === created_at

/** Whether there may be rows of commands that were never sent. */
export function mayHaveNeverSent(): boolean {
  const { neverSent } = ofProcess()
  for (const [actionId, { since }] of neverSent) if (Date.now() - since > forgetAfterMs) neverSent.delete(actionId)
  return neverSent.size > 0
}
