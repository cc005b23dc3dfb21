import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ServiceProblem } from '@/lib/problem'
import type { CommandValues } from '@/lib/verbs'
import { newId } from '../new-id'
import { dropDraft, keepDraft, readDraft } from './drafts'

const quietMs = 400

export type Intent<Values extends object = CommandValues> = {
  /** What was typed the last time this form was open and did not end; undefined while that is being read. */
  draft: Values | null | undefined
  actionId: string
  /** Whether it has become another intent since the form was opened. */
  isNew: boolean
  /** Another intent: the next sending is not a repeat of the last. Returns the new id. */
  renew: () => string
  keep: (values: Values) => void
  drop: () => void
  /** Why what is typed is not kept, or null while it is. */
  unkept: 'signed-out' | 'failed' | null
}

/**
 * An opened form and the action id it is sent under: made once, and kept with what is typed, so that neither a reload nor the end of a
 * session makes a second action of the same intent.
 */
export function useIntent<Values extends object = CommandValues>(key: string): Intent<Values> {
  const { data: kept } = useQuery({
    queryKey: ['draft', key],
    queryFn: ({ signal }) => readDraft(key, signal).catch(() => null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [own, setOwn] = useState<{ id: string; renewed: boolean }>(() => ({ id: newId(), renewed: false }))
  const [unsaved, setUnsaved] = useState<Values | null>(null)
  const [unkept, setUnkept] = useState<Intent['unkept']>(null)
  const isKept = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  const actionId = own.renewed ? own.id : (kept?.actionId ?? own.id)

  useEffect(() => {
    if (unsaved === null) return
    const save = () => {
      waiting.current = null
      isKept.current = true
      keepDraft(key, { actionId, values: unsaved as Record<string, unknown> }).then(
        () => setUnkept(null),
        (cause: unknown) => setUnkept(isSignedOut(cause) ? 'signed-out' : 'failed'),
      )
    }
    waiting.current = save
    const timer = setTimeout(save, quietMs)
    return () => clearTimeout(timer)
  }, [key, actionId, unsaved])

  useEffect(() => () => waiting.current?.(), []) // closed before it was quiet: the last letters count too

  return {
    draft: kept === undefined ? undefined : ((kept?.values as Values | undefined) ?? null),
    actionId,
    isNew: own.renewed,
    renew() {
      const id = newId()
      setOwn({ id, renewed: true })
      setUnsaved((values) => values ?? (kept?.values as Values | undefined) ?? null)
      return id
    },
    keep: setUnsaved,
    drop() {
      waiting.current = null
      setUnsaved(null)
      if (!kept && !isKept.current) return
      isKept.current = false
      void dropDraft(key).catch(() => undefined) // it ends by itself after a day
    },
    unkept,
  }
}

const isSignedOut = (cause: unknown) => cause instanceof ServiceProblem && cause.problem.kind === 'signedOut'
