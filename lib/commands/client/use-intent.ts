import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { type Keeping, registerOpenForm } from '@/lib/client/open-forms'
import { request } from '@/lib/client/request'
import { ServiceProblem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import type { Draft } from '../draft'
import type { CommandValues } from '../verbs'

const quietMs = 400

export type Intent<Values extends object = CommandValues> = {
  /** What was typed the last time this form was open and did not end; undefined while that is being read. */
  draft: Values | null | undefined
  actionId: string
  /** Whether the intent changed after the form was opened. */
  isNew: boolean
  /** Another intent: the next sending is not a repeat of the last. Returns the new id. */
  renew: () => string
  keep: (values: Values) => void
  drop: () => void
  /** Whether the server has saved what is typed. The page says so only then. */
  keeping: Keeping
}

/**
 * An opened form and the action id it is sent under: made once, and kept with what is typed, so that neither a reload nor the end of a
 * session makes a second action of the same intent.
 */
export function useIntent<Values extends object = CommandValues>(key: string, enabled = true): Intent<Values> {
  const queryClient = useQueryClient()
  const queryKey = ['draft', key]
  const { data: kept } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readDraft(key, signal).catch(() => null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled,
  })
  const [own, setOwn] = useState<{ id: string; renewed: boolean }>(() => ({ id: newId(), renewed: false }))
  const [unsaved, setUnsaved] = useState<Values | null>(null)
  const actionId = own.renewed ? own.id : (kept?.actionId ?? own.id)
  const { note, ...saving } = useSaving(key, actionId, unsaved)
  // The same function at each render: forms keep what is typed in an effect.
  const keep = useCallback(
    (values: Values) => {
      note('saving')
      setUnsaved(values)
    },
    [note],
  )

  return {
    draft: kept === undefined ? undefined : ((kept?.values as Values | undefined) ?? null),
    actionId,
    isNew: own.renewed,
    renew() {
      const id = newId()
      const before = queryClient.getQueryData<Draft | null>(queryKey)
      setOwn({ id, renewed: true })
      setUnsaved((values) => values ?? (before?.values as Values | undefined) ?? null)
      return id
    },
    keep,
    drop() {
      const mayBeKept = saving.end() || queryClient.getQueryData<Draft | null>(queryKey) != null
      setUnsaved(null)
      queryClient.setQueryData(queryKey, null)
      if (mayBeKept) void dropDraft(key).catch(() => undefined) // it ends by itself after a day
    },
    keeping: saving.keeping === 'nothing-typed' && kept ? 'kept' : saving.keeping,
  }
}

/** Saves what is typed once it has been quiet for a moment, when the form or the page closes, and when somebody comes back from signing in. */
function useSaving(key: string, actionId: string, unsaved: object | null) {
  const [keeping, setKeeping] = useState<Keeping>('nothing-typed')
  const now = useRef<Keeping>('nothing-typed')
  const wasSent = useRef(false)
  const latest = useRef<(() => Promise<void>) | null>(null)
  const note = useRef((next: Keeping) => {
    now.current = next
    setKeeping(next)
  }).current

  useEffect(() => {
    if (unsaved === null) return
    const save = async () => {
      wasSent.current = true
      const became = await keepDraft(key, { actionId, values: unsaved as Record<string, unknown> }).then(
        (answer) => (answer.kept ? 'kept' : 'failed') as Keeping,
        (cause: unknown) => (isSignedOut(cause) ? 'signed-out' : 'failed') as Keeping,
      )
      if (latest.current === save) note(became)
    }
    latest.current = save
    const timer = setTimeout(save, quietMs)
    return () => clearTimeout(timer)
  }, [key, actionId, unsaved, note])

  useEffect(() => {
    const saveNow = async () => {
      if (now.current !== 'nothing-typed' && now.current !== 'kept') await latest.current?.()
    }
    const isClosed = registerOpenForm({ keeping: () => now.current, saveNow })
    window.addEventListener('focus', saveNow)
    window.addEventListener('pagehide', saveNow)
    return () => {
      isClosed()
      window.removeEventListener('focus', saveNow)
      window.removeEventListener('pagehide', saveNow)
      void saveNow() // closed before it was quiet: the last letters count too
    }
  }, [])

  return {
    keeping,
    note,
    /** Nothing is typed any more. Whether the server may have something. */
    end() {
      const may = wasSent.current
      wasSent.current = false
      latest.current = null
      note('nothing-typed')
      return may
    },
  }
}

const isSignedOut = (cause: unknown) => cause instanceof ServiceProblem && cause.problem.kind === 'signedOut'

/** A half-typed form is kept by the server, sealed: what is typed may be personal, and a browser's storage is no place for that. */
const readDraft = async (key: string, signal: AbortSignal): Promise<Draft | null> =>
  (await request<{ draft: Draft | null }>(routes.draft(key), { signal })).draft

/** `kept` is false where the server keeps none now, as while a screen is shared. */
const keepDraft = (key: string, draft: Draft) =>
  request<{ kept: boolean }>(routes.draft(key), {
    method: 'PUT',
    body: draft,
    keepalive: true,
  })

const dropDraft = (key: string) => request(routes.draft(key), { method: 'DELETE', keepalive: true })
