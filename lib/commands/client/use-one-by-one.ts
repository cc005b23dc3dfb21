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
  const { alone, withId } = useTurns()
  const stateOf = (key: string): OneOfMany => states[key] ?? 'waiting'
  const isDone = (key: string) => hasEndedWell(stateOf(key))
  const isUndone = (key: string) => hasEndedWell(undos[key] ?? 'waiting')

  /** `shownVersion` is what the person saw; each answer carries the one the next rests on. */
  const send = (requestFor: (key: string) => CommandRequest, shownVersion: number | null) =>
    alone(async () => {
      setSendingSince(Date.now())
      try {
        await sendEach(requestFor, shownVersion)
        // Refresh only after the last command; refreshing in between would make the next one's version stale.
        const [first] = keys
        if (first !== undefined) await refreshed(requestFor(first))
      } finally {
        setSendingSince(null)
      }
    })

  async function sendEach(requestFor: (key: string) => CommandRequest, shownVersion: number | null): Promise<void> {
    let version = shownVersion
    // Those that are done already are asked for again, under their ids: that sends nothing, and tells whether they still hold.
    for (const key of keys.filter((each) => !isUndone(each))) {
      if (!isDone(key)) setStates((before) => ({ ...before, [key]: 'sending' }))
      const requested = { ...requestFor(key), shownVersion: version }
      const outcome = await withId(key, (actionId) => postCommand(actionId, requested))
      setStates((before) => ({ ...before, [key]: outcome }))
      if (isAnswered(outcome) && !outcome.replayed) version = outcome.version ?? version
      if (outcome.kind !== 'done' && outcome.kind !== 'refused') break
    }
  }

  /** Undoes one of them that was done, by an action of its own. */
  async function undo(key: string, requested: CommandRequest): Promise<void> {
    const done = stateOf(key)
    if (typeof done !== 'object' || done.kind !== 'done') return
    await alone(async () => {
      setUndos((before) => ({ ...before, [key]: 'sending' }))
      const outcome = await withId(`undo ${key}`, (actionId) => sendAfter('undo', done.actionId, actionId))
      await refreshed(requested)
      setUndos((before) => ({ ...before, [key]: outcome }))
    })
  }

  async function refreshed({ operation, merchant, params }: CommandRequest): Promise<void> {
    // What is read anew is news to a preview, so the previews come after it.
    await refreshAfter(queryClient, { operation: operation.name, merchant, buyerId: params.buyerId ?? null })
    await queryClient.refetchQueries({ queryKey: ['preview', merchant], type: 'active' })
  }

  return { stateOf, undoOf: (key: string): OneOfMany => undos[key] ?? 'waiting', isDone, sendingSince, send, undo }
}

const hasEndedWell = (state: OneOfMany) => typeof state === 'object' && state.kind === 'done'

/** One piece of work at a time, and an id for each action that stays until it has ended: the next try is an action of its own. */
function useTurns() {
  const ids = useRef<Record<string, string>>({})
  const isBusy = useRef(false)

  async function alone(work: () => Promise<void>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await work()
    } finally {
      isBusy.current = false
    }
  }

  async function withId(key: string, send: (actionId: string) => Promise<CommandOutcome>): Promise<CommandOutcome> {
    ids.current[key] ??= newId()
    const outcome = await send(ids.current[key])
    if (hasEnded(outcome)) delete ids.current[key]
    return outcome
  }

  return { alone, withId }
}
