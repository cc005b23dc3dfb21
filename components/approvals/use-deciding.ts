import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Approval, type ApprovalInDetail, chargeWord } from '@/lib/commands/approval'
import { approvalQuery } from '@/lib/commands/client/approval-query'
import { describeOutcome, type OutcomeWords } from '@/lib/commands/client/outcome-words'
import { sendOnce } from '@/lib/commands/client/send'
import { may, needsRole, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { useWaitingChange } from '@/lib/pages/client/use-waiting-change'
import { type Decided, describeDecidedBefore, isUnknown, splitDecided, useSendDecision } from './decided'

export type Decision = ReturnType<typeof useDecision>

/**
 * A request with its effect as of now, and the decision on it, which is made once. It is approved by the facts that the person has seen: what has
 * changed since it was asked, or while they looked, has to be approved by a press of its own before another sends it.
 */
export function useDecision(given: Approval, role: Role) {
  const queryClient = useQueryClient()
  const detail = useQuery(approvalQuery(given.id))
  // It leaves what waits as soon as somebody else decides it.
  useWaitingChange(
    ({ approvals }) => approvals.find(({ id }) => id === given.id)?.state ?? 'gone',
    () => void detail.refetch(),
  )
  const later = detail.data?.approval
  const approval = given.state === 'waiting' && later && later.state !== 'waiting' ? later : given
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState('')
  const sendDecision = useSendDecision()
  const [seen, setSeen] = useState<string | null>(null)
  const shown = detail.data
  if (seen === null && shown && !shown.factsChanged) setSeen(shown.effectHash)
  const deciding = useMutation({
    mutationFn: (approve: boolean) => {
      const body = { approve, effectHash: approve ? (seen ?? '') : '', note: note.trim() || null }
      return sendDecision({
        approve,
        body,
        send: (actionId) => sendOnce(routes.approvalDecide(given.id), { actionId, body }),
        readAgain: async () => ({ isOpen: ((await detail.refetch()).data?.approval.state ?? 'waiting') === 'waiting' }),
      })
    },
    // Refresh everything except the request on screen, which stays as it was when it was decided.
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'approval' }),
  })
  const word = chargeWord(given.operation)
  const mustCheck = shown !== undefined && shown.effectHash !== seen
  return {
    approval,
    detail,
    note,
    setNote,
    word,
    typed,
    setTyped,
    mustCheck,
    ...splitDecided(deciding.data ?? null),
    sending: deciding.isPending ? (deciding.variables ? ('approve' as const) : ('decline' as const)) : null,
    charges: isCharging(shown),
    isTyped: typed.trim() === word,
    /** Why it is decided by nobody here, and why it can't be approved though it could be declined. */
    whyNot: whyNotDecide(approval, role),
    whyNotYet: shown ? shown.blocked : 'Loading preview…',
    checkChange: () => setSeen(shown?.effectHash ?? null),
    decide: (approve: boolean, after?: () => void) =>
      deciding.mutate(approve, { onSuccess: (last) => last && !isUnknown(last) && after?.() }),
  }
}

/** Whether approving charges the buyer. */
const isCharging = (detail: ApprovalInDetail | undefined): boolean => detail?.effect.later.some(({ danger }) => danger) ?? false

/** Whether the journal has a command for this request. It has none if the request was declined or another action blocked it. */
export const hasBegun = ({ approve, outcome }: Decided, { actionId }: Approval) =>
  approve && (outcome.kind === 'done' || outcome.problem?.actionId === actionId)

/** Words for the outcome of a decision. Declining sends nothing; approving has the outcome of the command. */
export function describeDecided(decided: Decided, { person, words }: Approval): OutcomeWords {
  const { approve, outcome } = decided
  if (outcome.kind === 'done' && !approve)
    return {
      kind: 'settled',
      title: 'Declined',
      says: ['Nothing was sent.', `${person} can see your decision now.`],
      details: null,
    }
  const before = describeDecidedBefore(decided)
  if (before) return before
  const described = describeOutcome(outcome, `You approved “${words}”. It was sent in ${person}’s name.`)
  if (described.kind !== 'unconfirmed') return described
  return { ...described, says: [...described.says, `It stays unconfirmed for ${person} until somebody settles it.`] }
}

/** Why this person may not decide this request, or null. The server enforces the same rule. */
function whyNotDecide({ mine, state }: Pick<Approval, 'mine' | 'state'>, role: Role): string | null {
  if (state !== 'waiting') return `This request is already ${state === 'voided' ? 'void' : state}.`
  if (mine) return 'You can’t decide your own request.'
  return may(role, 'approve') ? null : needsRole('approve')
}
