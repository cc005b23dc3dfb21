import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { type Keeping, registerOpenForm } from '@/lib/client/open-forms'
import { request } from '@/lib/client/request'
import { ServiceProblem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import { type Draft, type KeptDraft, nextId } from '../draft'
import type { CommandValues } from '../verbs'
import { useTries } from './use-tries'

const quietMs = 400

export type Intent<Values extends object = CommandValues> = {
  /** What was typed the last time this form was open and did not end; undefined while that is being read. */
  draft: Values | null | undefined
  /** Whether that was sent already, and its answer never came here. */
  wasSent: boolean
  /**
   * The action id for a try. From here on it's kept in this browser, whatever becomes of the draft, until the try has ended. `besides` is the
   * action that did the same, where the person wants another one.
   */
  begin: (besides: string | null) => string
  /** The id that this form was sent under without an answer so far; null without such a try. To be asked whenever it's needed. */
  tried: () => string | null
  /** The try under this id was answered: `done`, so that nothing is left of it, or so that the next try is an action of its own. */
  end: (actionId: string, how: 'done' | 'next') => void
  /** Whether the intent changed after the form was opened. */
  isNew: boolean
  /** Another intent: the next sending is not a repeat of the last. */
  renew: () => void
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
  const { kept, now, forget } = useKeptDraft(key, enabled)
  const [made] = useState(newId)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isNew, setIsNew] = useState(false)
  const [unsaved, setUnsaved] = useState<Values | null>(null)
  const actionId = chosen ?? kept?.actionId ?? made
  const wasSent = kept?.wasSent === true && kept.actionId === actionId
  const tries = useTries(key, actionId, wasSent)
  // Where the server has another id for this form, it was sent from another tab under that one.
  const { note, ...saving } = useSaving(key, { actionId, unsaved, before: kept?.values, onSaved: setChosen })
  // The same function at each render: forms keep what is typed in an effect.
  const keep = useCallback(
    (values: Values) => {
      note('saving')
      setUnsaved(values)
    },
    [note],
  )

  function take(id: string) {
    const before = now()
    tries.forget(id)
    setChosen(id)
    setIsNew(true)
    setUnsaved((values) => values ?? (before?.values as Values | undefined) ?? null)
  }

  function drop() {
    const mayBeKept = saving.end() || now() != null
    setUnsaved(null)
    forget()
    if (mayBeKept) void dropDraft(key).catch(() => undefined) // it ends by itself after a day
  }

  return {
    draft: kept === undefined ? undefined : ((kept?.values as Values | undefined) ?? null),
    wasSent,
    begin(besides) {
      const id = tries.begin(besides)
      setChosen(id)
      return id
    },
    tried: tries.tried,
    end(id, how) {
      tries.end(id)
      if (how === 'done') drop()
      else take(nextId(id))
    },
    isNew,
    renew: () => take(newId()),
    keep,
    drop,
    keeping: saving.keeping === 'nothing-typed' && kept ? 'kept' : saving.keeping,
  }
}

type ToSave = {
  actionId: string
  unsaved: object | null
  /** What the server had when the form was opened. */
  before: object | undefined
  onSaved: (actionId: string) => void
}

/** Saves what is typed once it has been quiet for a moment, when the form or the page closes, and when somebody comes back from signing in. */
function useSaving(key: string, { actionId, unsaved, before, onSaved }: ToSave) {
  const [keeping, setKeeping] = useState<Keeping>('nothing-typed')
  const now = useRef<Keeping>('nothing-typed')
  const wasSent = useRef(false)
  const latest = useRef<(() => Promise<void>) | null>(null)
  const known = useKnownToServer(before)
  const note = useRef((next: Keeping) => {
    now.current = next
    setKeeping(next)
  }).current

  useEffect(() => {
    if (unsaved === null) return
    const save = async () => {
      wasSent.current = true
      const saved = await keepDraft(key, { actionId, values: unsaved as Record<string, unknown> }).catch(
        (cause: unknown): Keeping => (known.has(unsaved) ? 'kept' : isSignedOut(cause) ? 'signed-out' : 'failed'),
      )
      if (typeof saved !== 'string') known.note(saved.kept ? unsaved : null)
      if (latest.current !== save) return
      if (typeof saved === 'string') return note(saved)
      note(saved.kept ? 'kept' : 'failed')
      if (saved.actionId !== undefined) onSaved(saved.actionId)
    }
    latest.current = save
    const timer = setTimeout(save, quietMs)
    return () => clearTimeout(timer)
  }, [key, actionId, unsaved, onSaved, note, known])

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
      known.note(null)
      note('nothing-typed')
      return may
    },
  }
}

/** What the server has of what is typed, so that the same can't be called lost where it only couldn't be saved once more. */
function useKnownToServer(before: object | undefined) {
  const latest = useRef<string | null>(null)
  const first = useRef<string | null>(null)
  first.current = before === undefined ? null : JSON.stringify(before)
  return useRef({
    has: (values: object) => JSON.stringify(values) === (latest.current ?? first.current),
    note(values: object | null) {
      latest.current = values === null ? '' : JSON.stringify(values)
    },
  }).current
}

const isSignedOut = (cause: unknown) => cause instanceof ServiceProblem && cause.problem.kind === 'signedOut'

function useKeptDraft(key: string, enabled: boolean) {
  const queryClient = useQueryClient()
  const query = draftQuery(key)
  const { data: kept } = useQuery({ ...query, enabled })
  const now = () => queryClient.getQueryData<Draft | null>(query.queryKey)
  return { kept, now, forget: () => queryClient.setQueryData(query.queryKey, null) }
}

const draftQuery = (key: string) =>
  queryOptions({
    queryKey: ['draft', key],
    queryFn: ({ signal }) => readDraft(key, signal).catch(() => null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** A half-typed form is kept by the server, sealed: what is typed may be personal, and a browser's storage is no place for that. */
const readDraft = async (key: string, signal: AbortSignal): Promise<Draft | null> =>
  (await request<{ draft: Draft | null }>(routes.draft(key), { signal })).draft

const keepDraft = (key: string, draft: Draft) =>
  request<KeptDraft>(routes.draft(key), {
    method: 'PUT',
    body: draft,
    keepalive: true,
  })

const dropDraft = (key: string) => request(routes.draft(key), { method: 'DELETE', keepalive: true })
