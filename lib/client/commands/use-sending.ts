import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Approval } from '@/lib/approval'
import { ServiceProblem } from '@/lib/problem'
import { type Answered, isAnswered, noAnswer, type Trouble } from './command-outcome'
import { postJson } from './post-json'
import { refreshAfter } from './refresh-after'
import { sendCommand, type Wanted } from './send-command'
import type { Intent } from './use-intent'

/** Where an opened form stands. `since` is when it was sent, in milliseconds. */
export type Sending =
  | { phase: 'form'; trouble: Trouble | null }
  | { phase: 'sending'; since: number }
  | { phase: 'asked'; approval: Approval }

type Given = { intent: Pick<Intent, 'actionId' | 'renew' | 'drop'>; onAnswered: (answered: Answered) => void }

/** Sends a command, or asks for its approval, once at a time, and says where that stands. */
export function useSending({ intent, onAnswered }: Given) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<Sending>({ phase: 'form', trouble: null })
  const isBusy = useRef(false)

  /** Runs one press of the button; another one meanwhile does nothing. */
  async function once(press: () => Promise<void>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    await press().finally(() => {
      isBusy.current = false
    })
  }

  /** Returns what kept it from ending, or null. */
  async function send(wanted: Wanted): Promise<Trouble | null> {
    setState({ phase: 'sending', since: Date.now() })
    const outcome = await sendCommand(intent.actionId, wanted)
    if (outcome.kind !== 'signed-out' && outcome.kind !== 'no-answer') void refreshAfter(queryClient, touchedBy(wanted))
    if (isAnswered(outcome)) {
      intent.drop()
      onAnswered(outcome)
      return null
    }
    // What was refused, or never left, has ended as that in the journal: the next press is another intent.
    if (hasEnded.has(outcome.kind)) intent.renew()
    // What there is to look at must be on screen before the button works again.
    if (toLookAt.has(outcome.kind)) await queryClient.refetchQueries({ queryKey: ['preview', wanted.merchant], type: 'active' })
    setState({ phase: 'form', trouble: outcome })
    return outcome
  }

  async function askApproval(wanted: Wanted): Promise<void> {
    const { operation, merchant, params, body, ticket, buyerAddress } = wanted
    setState({ phase: 'sending', since: Date.now() })
    try {
      const asked = { operation: operation.name, params, body, buyerAddress, actionId: intent.actionId, ticket }
      const approval = await postJson<Approval>('/api/desk/approvals', merchant, asked)
      intent.drop()
      void refreshAfter(queryClient, touchedBy(wanted))
      setState({ phase: 'asked', approval })
    } catch (cause) {
      setState({ phase: 'form', trouble: troubleOf(cause) })
    }
  }

  return { state, once, send, askApproval }
}

const hasEnded = new Set<Trouble['kind']>(['refused', 'not-sent', 'used'])
const toLookAt = new Set<Trouble['kind']>(['changed', 'unsettled', 'approval', 'busy'])

const touchedBy = ({ operation, merchant, params }: Wanted) => ({
  operation: operation.name,
  merchant,
  buyerId: params.buyerId ?? null,
})

function troubleOf(cause: unknown): Trouble {
  if (!(cause instanceof ServiceProblem)) return noAnswer()
  const { problem } = cause
  return { kind: problem.kind === 'signedOut' ? 'signed-out' : 'not-sent', problem, replayed: false }
}
