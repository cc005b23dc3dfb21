import 'server-only'
import { singleton } from '@/lib/platform/singleton'
import type { Action } from './intent'

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
