import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Action, isOpen } from '@/lib/action'
import type { CheckResult } from '@/lib/check-result'
import { actionKey } from '@/lib/query-keys'
import { newId } from '../new-id'
import { liveActionQuery } from './action-queries'
import { type Answered, isAnswered, type Trouble } from './command-outcome'
import { postJson } from './post-json'
import { refreshAfter } from './refresh-after'
import { sendAfter } from './send-command'

/** What is looked at: a command that has just been answered, or an action of the journal, of which only the id is known. */
export type Looked = Pick<Answered, 'actionId'> & { answered: Answered | null }

export type Settlement = { as: 'happened' | 'did-not-happen'; how: 'checked' | 'by-hand'; reason: string }

export type ResultView = Action['state'] | 'settled' | 'loading'

/** An action whose outcome is looked at, and what can still be done about it. */
export function useResult(looked: Looked | null, onAnswered: (answered: Answered) => void) {
  const queryClient = useQueryClient()
  const actionId = looked?.actionId ?? ''
  const path = `/api/desk/actions/${actionId}`
  const { data: action, error, refetch } = useQuery({ ...liveActionQuery(actionId), enabled: looked !== null })
  useLateAnswer(action)

  const check = useMutation({ mutationFn: () => postJson<CheckResult>(`${path}/check`, action?.merchant ?? '', {}) })
  const settle = useMutation({
    mutationFn: (settlement: Settlement) => postJson<Action>(`${path}/settle`, action?.merchant ?? '', settlement),
    onSuccess: (settled) => queryClient.setQueryData(actionKey(settled.actionId), settled),
  })
  const after = useSendAfter(actionId, onAnswered)

  return {
    ...{ action, error, refetch, check, settle, ...after },
    /** Known before the action itself is read. */
    actionId: looked?.actionId ?? null,
    answered: looked?.answered ?? null,
    view: viewOf(action, looked),
  }
}

export type Result = ReturnType<typeof useResult>

function viewOf(action: Action | undefined, looked: Looked | null): ResultView {
  const told = looked?.answered?.kind
  if (!action) return told ?? 'loading'
  if (action.settledAs !== null) return 'settled'
  return action.state === 'sent' && told ? told : action.state
}

/** Undo, and sending again: each an action of its own, made once per intent. */
function useSendAfter(actionId: string, onAnswered: (answered: Answered) => void) {
  const queryClient = useQueryClient()
  const [sendingSince, setSendingSince] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const ids = useRef<Record<string, string>>({})

  async function sendAfterIt(how: 'undo' | 'send-again', of: Action): Promise<void> {
    if (sendingSince !== null) return
    setSendingSince(Date.now())
    setTrouble(null)
    const key = `${how} ${actionId}`
    ids.current[key] ??= newId()
    const outcome = await sendAfter(how, actionId, ids.current[key])
    if (outcome.kind !== 'no-answer' && outcome.kind !== 'signed-out') delete ids.current[key]
    void refreshAfter(queryClient, of)
    void queryClient.invalidateQueries({ queryKey: actionKey(actionId) })
    setSendingSince(null)
    if (isAnswered(outcome)) onAnswered(outcome)
    else setTrouble(outcome)
  }
  return { sendAfterIt, sendingSince, trouble }
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
