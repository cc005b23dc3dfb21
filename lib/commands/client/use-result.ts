import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import * as routes from '@/lib/core/routes'
import { actionKey } from '@/lib/operations/query-keys'
import type { CheckResult } from '../action'
import { type Action, isOpen } from '../action'
import { liveActionQuery } from './action-queries'
import { type Answered, type CommandFailure, hasEnded, isAnswered, mayBeSent } from './command-outcome'
import { refreshAfter } from './refresh-after'
import { sendAfter } from './send'

/** The action to show: a command that was just answered, or a journal action known only by id. */
export type ActionDetails = Pick<Answered, 'actionId'> & { answered: Answered | null }

export type Settlement = { as: 'happened' | 'did-not-happen'; how: 'checked' | 'by-hand'; reason: string }

export type ResultView = Action['state'] | 'settled' | 'loading'

/** An action whose outcome is looked at, and what can still be done about it. */
export function useResult(looked: ActionDetails | null, onAnswered: (answered: Answered) => void) {
  const queryClient = useQueryClient()
  const actionId = looked?.actionId ?? ''
  const { data: action, error, refetch } = useQuery({ ...liveActionQuery(actionId), enabled: looked !== null })
  useLateAnswer(action)

  const check = useMutation({
    mutationFn: () => request<CheckResult>(routes.actionCheck(actionId), { merchant: action?.merchant ?? '', body: {} }),
  })
  const once = useActionIds()
  const settle = useMutation({
    mutationFn: (settlement: Settlement) =>
      once(
        (id) =>
          request<Action>(routes.actionSettle(actionId), { actionId: id, merchant: action?.merchant ?? '', body: settlement }),
        actionId,
      ),
    onSuccess: (settled) => {
      queryClient.setQueryData(actionKey(settled.actionId), settled)
      void refreshAfter(queryClient, settled)
    },
  })
  const after = useSendAfter(actionId, onAnswered)

  return {
    action,
    error,
    refetch,
    check,
    settle,
    ...after,
    /** Known before the action itself is read. */
    actionId: looked?.actionId ?? null,
    answered: looked?.answered ?? null,
    /** Whether the last press, an undo or another sending, had no answer: the same press brings it, whatever can be done by now. */
    isUnanswered: after.failure !== null && mayBeSent(after.failure),
    view: viewOf(action, looked),
  }
}

export type Result = ReturnType<typeof useResult>

function viewOf(action: Action | undefined, looked: ActionDetails | null): ResultView {
  const answeredKind = looked?.answered?.kind
  if (!action) return answeredKind ?? 'loading'
  if (action.settledAs !== null) return 'settled'
  return action.state === 'sent' && answeredKind ? answeredKind : action.state
}

/** Undo, and sending again: each an action of its own, made once per intent. */
function useSendAfter(actionId: string, onAnswered: (answered: Answered) => void) {
  const queryClient = useQueryClient()
  const [sendingSince, setSendingSince] = useState<number | null>(null)
  const [failure, setFailure] = useState<CommandFailure | null>(null)
  const ids = useRef<Record<string, string>>({})

  async function sendAfterIt(how: 'undo' | 'send-again', of: Action): Promise<void> {
    if (sendingSince !== null) return
    setSendingSince(Date.now())
    setFailure(null)
    const key = `${how} ${actionId}`
    ids.current[key] ??= newId()
    const outcome = await sendAfter(how, actionId, ids.current[key])
    if (isAnswered(outcome) || hasEnded(outcome)) delete ids.current[key]
    // Without an answer everything stays as it is, so that the same button brings it.
    if (outcome.kind !== 'no-answer') {
      void refreshAfter(queryClient, of)
      void queryClient.invalidateQueries({ queryKey: actionKey(actionId) })
    }
    setSendingSince(null)
    if (isAnswered(outcome)) onAnswered(outcome)
    else setFailure(outcome)
  }
  return { sendAfterIt, sendingSince, failure }
}

/** When an action that was open has ended, whatever it touched is read again. */
function useLateAnswer(action: Action | undefined): void {
  const queryClient = useQueryClient()
  const wasOpen = useRef<string | null>(null)
  useEffect(() => {
    if (!action) return
    const stillOpen = action.state === 'sent' || isOpen(action)
    if (!stillOpen && wasOpen.current === action.actionId) void refreshAfter(queryClient, action)
    wasOpen.current = stillOpen ? action.actionId : null
  }, [action, queryClient])
}
