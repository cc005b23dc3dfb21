import 'server-only'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '@/lib/journal/checkpoints'
import { decryptJson, encryptJson } from '@/lib/journal/crypto'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import type { Action } from './intent'
import type { Outcome } from './outcome'

type Pending = { action: Action; body: unknown; outcome: Outcome }

// Outcomes that the file couldn't take either. They're lost with the process; their rows then turn unconfirmed, which is true.
const inMemory = () => singleton('journal-pending', () => ({ waiting: [] as Pending[], taken: [] as Pending[] }))
const file = () => join(dataFolder(), 'journal-pending')
const taken = () => `${file()}.taken`

/** Keeps an outcome that the database could not take, sealed, one on each line. */
export function saveUnwrittenOutcome(action: Action, body: unknown, outcome: Outcome): void {
  const pending: Pending = { action, body, outcome }
  try {
    mkdirSync(dataFolder(), { recursive: true })
    append(file(), encryptJson(pending))
  } catch (cause) {
    log.error({ err: cause, actionId: action.action_id }, 'journal_pending_in_memory')
    inMemory().waiting.push(pending)
  }
}

/** Appends a line and flushes it. It begins with a line break, because a full disk may have cut the line before it short. */
function append(path: string, line: string): void {
  const handle = openSync(path, 'a', 0o600)
  try {
    writeFileSync(handle, `\n${line}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** How many outcomes wait to be written. */
export const pendingOutcomes = () =>
  inMemory().taken.length + inMemory().waiting.length + lines(file()).length + lines(taken()).length

/** The actions whose outcomes wait to be written: they're known, though their rows don't show it yet. */
export const actionsWithKeptOutcome = (): Set<string> => new Set(kept().map(({ action }) => action.action_id))

/** What waits to be written of an action: what the service answered, even where it was told as unconfirmed before. Null where nothing waits. */
export function keptOutcome(actionId: string): Outcome | null {
  const outcomes = kept().flatMap(({ action, outcome }) => (action.action_id === actionId ? [outcome] : []))
  return outcomes.findLast(({ state }) => state !== 'unconfirmed') ?? outcomes.at(-1) ?? null
}

function kept(): Pending[] {
  const { taken: takenFromMemory, waiting } = inMemory()
  const inFiles = [...lines(taken()), ...lines(file())].flatMap((line) => {
    try {
      return [decryptJson(line) as Pending]
    } catch {
      return [] // whoever takes it says so
    }
  })
  return [...inFiles, ...takenFromMemory, ...waiting]
}

/**
 * What waits, in the order in which it came; first of all what a process that was killed had taken. It stays in the file until
 * `forgetPending`: a process that is killed meanwhile loses nothing.
 */
export function takePending(): Pending[] {
  if (!existsSync(taken()) && existsSync(file())) renameSync(file(), taken()) // a crash between here and the end finds it again
  const memory = inMemory()
  memory.taken.push(...memory.waiting.splice(0))
  return [...lines(taken()).flatMap(readable), ...memory.taken]
}

/** To be called once what was taken is written, or kept again. */
export function forgetPending(): void {
  rmSync(taken(), { force: true })
  inMemory().taken.splice(0)
}

/** A line that was cut short, or sealed with another secret, is put aside; its row turns unconfirmed, which is true. */
function readable(line: string): Pending[] {
  try {
    return [decryptJson(line) as Pending]
  } catch (cause) {
    log.error({ err: cause }, 'journal_pending_unreadable')
    append(`${file()}.unreadable`, line)
    return []
  }
}

const lines = (path: string) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []
