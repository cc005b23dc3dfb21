import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { NoAnswer } from '@/lib/client/request'
import { problem, ServiceProblem } from '@/lib/core/problem'
import type { Approval } from '../approval'
import { type Answered, type CommandFailure, hasEnded, isAnswered, noAnswer } from './command-outcome'
import { refreshAfter } from './refresh-after'
import { type CommandRequest, postCommand, requestApproval } from './send'
import type { Intent } from './use-intent'

/** Where an opened form stands. `since` is when it was sent, in milliseconds. */
export type Sending =
  | { phase: 'form'; failure: CommandFailure | null }
  | { phase: 'sending'; since: number }
  | { phase: 'asked'; approval: Approval }

type SendingInput = { intent: Pick<Intent, 'begin' | 'end'>; onAnswered: (answered: Answered) => void }

/** Sends a command, or asks for its approval, once at a time, and says where that stands. */
export function useSending({ intent, onAnswered }: SendingInput) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<Sending>({ phase: 'form', failure: null })
  const isBusy = useRef(false)

  /** Runs one press of the button; another one meanwhile does nothing. */
  async function once(press: () => Promise<void>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    await press().finally(() => {
      isBusy.current = false
    })
  }

  /** `besides` is the action that did the same, where another one is wanted. Returns what kept it from ending, or null. */
  async function send(requested: CommandRequest, besides: string | null): Promise<CommandFailure | null> {
    setState({ phase: 'sending', since: Date.now() })
    const actionId = intent.begin(besides)
    const outcome = await postCommand(actionId, requested)
    if (outcome.kind !== 'signed-out' && outcome.kind !== 'no-answer') void refreshAfter(queryClient, touchedBy(requested))
    if (isAnswered(outcome)) {
      intent.end(actionId, 'done')
      onAnswered(outcome)
      return null
    }
    if (hasEnded(outcome)) intent.end(actionId, 'next')
    // What there is to look at must be on screen before the button works again.
    if (toLookAt.has(outcome.kind))
      await queryClient.refetchQueries({ queryKey: ['preview', requested.merchant], type: 'active' })
    setState({ phase: 'form', failure: outcome })
    return outcome
  }

  async function askApproval(requested: CommandRequest, besides: string | null): Promise<void> {
    setState({ phase: 'sending', since: Date.now() })
    const actionId = intent.begin(besides)
    const answer = await requestApproval(actionId, requested).catch(failureOf)
    const failure = 'kind' in answer ? answer : typeof answer.state === 'string' ? decidedBefore(answer) : noAnswer()
    if (failure === null) {
      intent.end(actionId, 'done')
      void refreshAfter(queryClient, touchedBy(requested))
      setState({ phase: 'asked', approval: answer as Approval })
      return
    }
    if (hasEnded(failure)) intent.end(actionId, 'next')
    setState({ phase: 'form', failure })
  }

  return { state, once, send, askApproval, forget: () => setState({ phase: 'form', failure: null }) }
}

const toLookAt = new Set<CommandFailure['kind']>(['changed', 'unsettled', 'approval', 'busy', 'overtaken', 'used'])

/** What a form is told whose earlier request was decided already; null of any other. */
export function decidedBefore({ state, actionId }: Approval): CommandFailure | null {
  if (state === 'waiting') return null
  const was = { approved: 'was approved', declined: 'was declined', expired: 'has expired', voided: 'is void' }[state]
  const detail = `An earlier request from this form ${was}. No new one was made.`
  const more = { code: 'overtaken', ...(state === 'approved' && { actionId }) }
  return { kind: 'overtaken', problem: problem('conflict', detail, more).problem, replayed: true }
}

/** An order for a known buyer names them in its body. */
export const touchedBy = ({ operation, merchant, params, body }: CommandRequest) => ({
  operation: operation.name,
  merchant,
  buyerId: params.buyerId ?? (typeof body.buyerId === 'string' ? body.buyerId : null),
})

/** What a thrown problem says of something that is done once under an id. Where nobody knows what it broke before, there was no answer. */
export function failureOf(cause: unknown): CommandFailure {
  if (!(cause instanceof ServiceProblem) || cause instanceof NoAnswer || cause.problem.code === 'internal') return noAnswer()
  const { problem: told } = cause
  const byCode = { action_id_used: 'used', already_requested: 'closed' } as const
  const kind = told.kind === 'signedOut' ? 'signed-out' : (byCode[told.code as keyof typeof byCode] ?? 'not-sent')
  return { kind, problem: told, replayed: false }
}
