import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { type CommandOutcome, hasEnded, isAnswered } from './command-outcome'
import { refreshAfter } from './refresh-after'
import { type CommandRequest, postCommand, sendAfter } from './send'

export type OneOfMany = 'waiting' | 'sending' | CommandOutcome

/**
 * Several commands of one kind, each an action of its own, one after the other and each once. One that was refused does not keep the
 * rest from being tried; one whose outcome is not known, or that met something new, does.
 */
export function useOneByOne(keys: readonly string[]) {
  const queryClient = useQueryClient()
  const [states, setStates] = useState<Record<string, OneOfMany>>({})
  const [undos, setUndos] = useState<Record<string, OneOfMany>>({})
  const [sendingSince, setSendingSince] = useState<number | null>(null)
  const ids = useRef<Record<string, string>>({})
  const isBusy = useRef(false)
  const stateOf = (key: string): OneOfMany => states[key] ?? 'waiting'
  const isDone = (key: string) => {
    const state = stateOf(key)
    return typeof state === 'object' && state.kind === 'done'
  }

  /** `shownVersion` is what the person saw; each answer carries the one the next rests on. */
  async function send(wantedFor: (key: string) => CommandRequest, shownVersion: number | null): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setSendingSince(Date.now())
    try {
      await sendEach(wantedFor, shownVersion)
      // Refresh only after the last command; refreshing in between would make the next one's version stale.
      const [first] = keys
      if (first !== undefined) await refreshed(wantedFor(first))
    } finally {
      setSendingSince(null)
      isBusy.current = false
    }
  }

  async function sendEach(wantedFor: (key: string) => CommandRequest, shownVersion: number | null): Promise<void> {
    let version = shownVersion
    for (const key of keys.filter((each) => !isDone(each))) {
      setStates((before) => ({ ...before, [key]: 'sending' }))
      const requested = { ...wantedFor(key), shownVersion: version }
      ids.current[key] ??= newId()
      const outcome = await postCommand(ids.current[key], requested)
      if (hasEnded.has(outcome.kind)) delete ids.current[key] // the next try is an action of its own
      setStates((before) => ({ ...before, [key]: outcome }))
      if (isAnswered(outcome)) version = outcome.version ?? version
      if (outcome.kind !== 'done' && outcome.kind !== 'refused') break
    }
  }

  /** Takes one of them back that was done, by an action of its own. */
  async function undo(key: string, requested: CommandRequest): Promise<void> {
    const done = stateOf(key)
    if (isBusy.current || typeof done !== 'object' || done.kind !== 'done') return
    isBusy.current = true
    setUndos((before) => ({ ...before, [key]: 'sending' }))
    const idKey = `undo ${key}`
    ids.current[idKey] ??= newId()
    try {
      const outcome = await sendAfter('undo', done.actionId, ids.current[idKey])
      if (hasEnded.has(outcome.kind)) delete ids.current[idKey]
      await refreshed(requested)
      setUndos((before) => ({ ...before, [key]: outcome }))
    } finally {
      isBusy.current = false
    }
  }

  async function refreshed({ operation, merchant, params }: CommandRequest): Promise<void> {
    // What is read anew is news to a preview, so the previews come after it.
    await refreshAfter(queryClient, { operation: operation.name, merchant, buyerId: params.buyerId ?? null })
    await queryClient.refetchQueries({ queryKey: ['preview', merchant], type: 'active' })
  }

  return { stateOf, undoOf: (key: string): OneOfMany => undos[key] ?? 'waiting', isDone, sendingSince, send, undo }
}
