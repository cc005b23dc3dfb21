import 'server-only'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/operation'
import { log } from '../log'
import { once } from '../once'
import type { Action } from './intent'
import { type Outcome, settle } from './outcome'
import { seal, unseal } from './seal'

type Pending = { action: Action; body: unknown; outcome: Outcome }

// What even the file could not take waits here; it is lost with the process, and its row then reads unconfirmed, which is true.
const inMemory = () => once('journal-pending', () => [] as Pending[])
const folder = () => process.env.DATA_DIR || '.data'
const file = () => join(folder(), 'journal-pending')
const taken = () => `${file()}.taken`

/** Keeps an outcome that the database could not take, sealed, one on each line. */
export function spill(action: Action, body: unknown, outcome: Outcome): void {
  const pending: Pending = { action, body, outcome }
  try {
    mkdirSync(folder(), { recursive: true })
    append(file(), seal(pending))
  } catch (cause) {
    log.error({ err: cause, actionId: action.action_id }, 'journal_pending_in_memory')
    inMemory().push(pending)
  }
}

/** A line of its own, flushed; the line break before it keeps it apart from one that a full disk cut short. */
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
export const pendingOutcomes = () => inMemory().length + lines(file()).length + lines(taken()).length

/** Writes what waits, once the database takes it again. What still fails is kept. */
export async function catchUp(): Promise<void> {
  if (!existsSync(taken()) && existsSync(file())) renameSync(file(), taken()) // a crash between here and the end finds it again
  const pending = [...lines(taken()).flatMap(readable), ...inMemory().splice(0)]
  for (const [at, { action, body, outcome }] of pending.entries()) {
    const operation = (operations as Record<string, Operation>)[action.operation]
    try {
      if (operation) await settle(action, operation, body, outcome)
    } catch (cause) {
      log.error({ err: cause, outcomes: pending.length - at }, 'journal_still_pending')
      // What failed goes last, so that it cannot hold up the others for ever.
      for (const kept of [...pending.slice(at + 1), { action, body, outcome }]) spill(kept.action, kept.body, kept.outcome)
      break
    }
  }
  rmSync(taken(), { force: true })
}

/** A line that was cut short, or sealed with another secret, is put aside; its row turns unconfirmed, which is true. */
function readable(line: string): Pending[] {
  try {
    return [unseal(line) as Pending]
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
