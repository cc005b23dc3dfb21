import type { QueryClient } from '@tanstack/react-query'
import { type Action, isOpen } from '@/lib/commands/action'
import type { Approval } from '@/lib/commands/approval'
import { type CommandFailure, hasEnded, isAnswered, mayBeSent } from '@/lib/commands/client/command-outcome'
import { refreshAfter } from '@/lib/commands/client/refresh-after'
import { type CommandRequest, postCommand, requestApproval } from '@/lib/commands/client/send'
import { decidedBefore, failureOf, touchedBy } from '@/lib/commands/client/use-sending'
import type { Preview } from '@/lib/commands/preview'
import { isSameId } from '@/lib/core/fold'
import { isObject } from '@/lib/core/json'
import type { Problem } from '@/lib/core/problem'
import { type RefundRequest, refreshRefunds, requestRefund } from '@/lib/refunds/client/refund-queries'
import type { KnownRefund } from '@/lib/refunds/refund-reply'
import type { ActOutcome } from '../acts'
import type { Act } from '../playbook'

/**
 * What became of an act, under which id, and what the dashboard said of one that isn't done. `isOver`: another try is an action of its
 * own; otherwise it goes on under the same id, which does it once.
 */
export type ActResult = ActOutcome & { actionId: string; problem: Problem | null; isOver: boolean }

export type ActSenders = {
  merchant: string
  commandOf: (act: Extract<Act, { kind: 'command' }>) => CommandRequest
  refundOf: (act: Extract<Act, { kind: 'refund' }>) => RefundRequest
}

/** What the person saw of a command before it is sent. */
export type Shown = Pick<Preview, 'approval' | 'version'>

/** Does one act, or asks for its approval where the preview says that it needs one. `version` is what the next command may rest on. */
export async function performAct(
  queryClient: QueryClient,
  senders: ActSenders,
  { act, actionId, shown }: { act: Act; actionId: string; shown: Shown },
): Promise<{ result: ActResult; version: number | null }> {
  const ended = (kind: ActOutcome['kind'], version = shown.version) => ({
    result: { kind, actionId, problem: null, isOver: true },
    version,
  })
  const failed = (failure: CommandFailure, isOver: boolean) => ({
    result: { kind: endOf(failure), actionId, problem: failure.problem, isOver },
    version: shown.version,
  })
  if (act.kind === 'refund') {
    const failure = await requestRefund(actionId, senders.merchant, senders.refundOf(act)).then(() => null, failureOf)
    void refreshRefunds(queryClient)
    return failure === null ? ended('done') : failed(failure, failure.kind === 'used')
  }
  const request = { ...senders.commandOf(act), shownVersion: shown.version }
  if (shown.approval !== null) {
    const failure = await requestApproval(actionId, request).then(decidedBefore, failureOf)
    void refreshAfter(queryClient, touchedBy(request))
    return failure === null ? ended('asked') : failed(failure, hasEnded(failure))
  }
  const outcome = await postCommand(actionId, request)
  void refreshAfter(queryClient, touchedBy(request))
  if (!isAnswered(outcome)) return failed(outcome, hasEnded(outcome))
  if (outcome.kind === 'done')
    return ended(isAsAsked(outcome.answer, request.body) ? 'done' : 'differs', outcome.version ?? shown.version)
  return { result: { kind: 'unconfirmed', actionId, problem: outcome.problem, isOver: false }, version: shown.version }
}

/** Reads again what an act touches: somebody else, or another tab, may have done it. */
export async function readAgain(queryClient: QueryClient, senders: ActSenders, act: Act): Promise<void> {
  if (act.kind === 'refund') await refreshRefunds(queryClient)
  else await refreshAfter(queryClient, touchedBy(senders.commandOf(act)))
}

function endOf(failure: CommandFailure): ActOutcome['kind'] {
  if (mayBeSent(failure)) return 'unconfirmed'
  return failure.kind === 'refused' ? 'refused' : 'not-sent'
}

/** Whether the service's answer says what was asked for; one that says nothing of it doesn't contradict it. */
function isAsAsked(answer: unknown, { autochargeStatus, productId }: CommandRequest['body']): boolean {
  const { autoChargeStatus: autocharge, product } = isObject(answer) && isObject(answer.data) ? answer.data : {}
  const isSwitched = autochargeStatus === undefined || typeof autocharge !== 'boolean' || autocharge === autochargeStatus
  return isSwitched && (productId === undefined || !isObject(product) || product.id == null || isSameId(product.id, productId))
}

/** Where the outcome of what was begun before stands: the journal, the refund queue, the requests for approval. */
export type Records = {
  actionOf: (actionId: string) => Action | undefined
  refunds: readonly KnownRefund[]
  approvals: readonly Approval[]
}

/** What is on record of an act that was begun under an id; null where it never arrived. */
export function recordedKind({ kind }: Act, actionId: string, records: Records): ActOutcome['kind'] | null {
  if (kind === 'refund') return records.refunds.some(({ id }) => id === actionId) ? 'done' : null
  const action = records.actionOf(actionId)
  if (action) return kindOf(action)
  const approval = records.approvals.find((each) => each.actionId === actionId)
  if (!approval) return null
  if (approval.state === 'approved') return 'unconfirmed' // it has been sent, and the list of actions is older
  return approval.state === 'waiting' ? 'asked' : 'not-sent'
}

function kindOf(action: Action): ActOutcome['kind'] {
  if (action.settledAs !== null) return action.settledAs === 'happened' ? 'done' : 'refused'
  if (isOpen(action) || action.state === 'sent') return 'unconfirmed'
  if (action.state === 'done') return action.differences.length === 0 ? 'done' : 'differs'
  return action.state === 'refused' ? 'refused' : 'not-sent'
}
