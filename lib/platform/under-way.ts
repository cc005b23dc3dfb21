import 'server-only'
import type { Server, ServerResponse } from 'node:http'
import { singleton } from './singleton'

/** What must come to its end before this process may: answers that are being given, and work that outlives its answer. */
class UnderWay {
  isStopping = false
  readonly servers = new Set<Server>()
  readonly responses = new Set<ServerResponse>()
  readonly work = new Set<Promise<unknown>>()
  readonly lastCalls = new Set<() => void>()
}

export const underWay = () => singleton('under-way', () => new UnderWay())

/** Whether this process is about to end: it takes no more requests, and what it was asked before it still answers. */
export const isStopping = (): boolean => underWay().isStopping

/** Keeps the process from ending before this is over. */
export function finishing<T>(work: Promise<T>): Promise<T> {
  const { work: all } = underWay()
  all.add(work)
  const over = () => void all.delete(work)
  work.then(over, over)
  return work
}

/** Calls `hurry` when a process that is about to end can wait no longer. Returns what takes it back. */
export function atLastCall(hurry: () => void): () => void {
  const { lastCalls } = underWay()
  lastCalls.add(hurry)
  return () => void lastCalls.delete(hurry)
}
