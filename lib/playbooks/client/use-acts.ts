import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { approvalsQuery } from '@/lib/commands/client/approval-query'
import { failureOf } from '@/lib/commands/client/use-sending'
import type { Preview } from '@/lib/commands/preview'
import type { ActOutcome, BegunAct } from '../acts'
import type { Act } from '../playbook'
import { type ActResult, type ActSenders, performAct, type Records, readAgain, recordedKind } from './perform-act'

export type ActsContext = ActSenders &
  Omit<Records, 'approvals'> & {
    acts: readonly Act[]
    /** The acts that were begun before, by their keys. */
    begun: ReadonlyMap<string, BegunAct>
    /** Keeps the id of an act, before it is sent. Throws where it can't be kept; then nothing is sent. */
    keep: (act: Act, actionId: string) => Promise<unknown>
  }

const noApprovals = { approvals: [] }

/**
 * The acts of a ticket's last step: each an action of its own, one after the other. It stops at the first that is neither done nor asked
 * for. What was begun before a reload goes on under the same id.
 */
export function useActs({ acts, begun, keep, actionOf, refunds, ...senders }: ActsContext) {
  const queryClient = useQueryClient()
  const { resultOf, keepResult } = useResults({ begun, actionOf, refunds })
  const [sending, setSending] = useState<string | null>(null)
  const isBusy = useRef(false)

  /** Does what is left to do, and says what became of each act. `previews` are those on screen, by the keys of their acts. */
  async function run(previews: ReadonlyMap<string, Preview>): Promise<Map<string, ActResult>> {
    const ended = new Map<string, ActResult>()
    let version: number | null = null
    for (const act of acts) {
      const before = resultOf(act)
      if (before) ended.set(act.key, before)
      if ((act.nothing !== null && !before) || (before && goesOn.has(before.kind))) continue
      if (before && isOnRecord(before)) break
      setSending(act.key)
      const preview = previews.get(act.key)
      const shown = { approval: preview?.approval ?? null, version: newest(version, preview?.version ?? null) }
      const performed = await begin(act, before, (actionId) => performAct(queryClient, senders, { act, actionId, shown }))
      version = performed.version
      ended.set(act.key, performed.result)
      keepResult(act, performed.result)
      if (!goesOn.has(performed.result.kind)) break
    }
    return ended
  }

  /** Of an unconfirmed action that the journal has, a repeat would say nothing new. One that never arrived is sent under the same id. */
  const isOnRecord = ({ kind, actionId }: ActResult) =>
    kind === 'differs' || (kind === 'unconfirmed' && actionOf(actionId) !== undefined)

  /** What has ended otherwise than done is another intent the next time. */
  async function begin(act: Act, before: ActResult | null, perform: (actionId: string) => ReturnType<typeof performAct>) {
    const kept = before?.isOver ? undefined : begun.get(act.key)
    const actionId = kept?.mayRepeat ? kept.actionId : newId()
    if (!kept?.mayRepeat) {
      const failure = await keep(act, actionId).then(() => null, failureOf)
      if (failure) {
        void readAgain(queryClient, senders, act)
        return { result: { kind: 'not-sent' as const, actionId, problem: failure.problem, isOver: false }, version: null }
      }
    }
    return perform(actionId)
  }

  async function runOnce(previews: ReadonlyMap<string, Preview>): Promise<Map<string, ActResult> | null> {
    if (isBusy.current) return null
    isBusy.current = true
    return run(previews).finally(() => {
      setSending(null)
      isBusy.current = false
    })
  }

  return { resultOf, sending, run: runOnce }
}

/** What became of each act: what is on record goes before our own word, which may be older. */
function useResults({ begun, actionOf, refunds }: Pick<ActsContext, 'begun' | 'actionOf' | 'refunds'>) {
  const [results, setResults] = useState<Record<string, ActResult>>({})
  const isUnknown = [...begun.values()].some(({ actionId }) => !actionOf(actionId) && !refunds.some(({ id }) => id === actionId))
  const { data: { approvals } = noApprovals } = useQuery({ ...approvalsQuery(), enabled: isUnknown })

  /** Null where nothing has become of it. */
  function resultOf(act: Act): ActResult | null {
    const own = results[act.key] ?? null
    const actionId = begun.get(act.key)?.actionId
    const kind = actionId === undefined ? null : recordedKind(act, actionId, { actionOf, refunds, approvals })
    if (actionId === undefined || kind === null) return own
    const problem = goesOn.has(kind) || own?.actionId !== actionId ? null : own.problem
    return { kind, actionId, problem, isOver: kind !== 'unconfirmed' }
  }

  return { resultOf, keepResult: (act: Act, result: ActResult) => setResults((all) => ({ ...all, [act.key]: result })) }
}

const goesOn = new Set<ActOutcome['kind']>(['done', 'asked'])

const newest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))
