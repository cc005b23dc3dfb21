import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '@/lib/client/new-id'
import type { Approval, ApprovalInDetail } from '@/lib/commands/approval'
import { approvalQuery } from '@/lib/commands/client/approval-query'
import type { CommandOutcome } from '@/lib/commands/client/command-outcome'
import { type OutcomeWords, outcomeWords } from '@/lib/commands/client/outcome-words'
import { sendOnce } from '@/lib/commands/client/send'
import { may, type Role, roleFor } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'

/** A request with its effect as of now, and the decision on it, which is made once. */
export function useDeciding(approval: Approval) {
  const queryClient = useQueryClient()
  const detail = useQuery(approvalQuery(approval.id))
  const [note, setNote] = useState('')
  const [actionId] = useState(newId)
  const deciding = useMutation({
    mutationFn: async (approve: boolean) => {
      const body = { approve, effectHash: detail.data?.effectHash ?? '', note: note.trim() || null }
      return { approve, outcome: await sendOnce(routes.approvalDecide(approval.id), { actionId, body }) }
    },
    // Refresh everything except the request on screen, which stays as it was when it was decided.
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'approval' }),
  })
  return { detail, deciding, note, setNote }
}

/** Whether approving charges the buyer. */
export const isCharging = (detail: ApprovalInDetail | undefined): boolean =>
  detail?.effect.later.some(({ danger }) => danger) ?? false

/** Whether the journal has a command for this request. It has none if the request was declined or another action blocked it. */
export const hasBegun = ({ approve, outcome }: Decided, { actionId }: Approval) =>
  approve && (outcome.kind === 'done' || outcome.problem?.actionId === actionId)

export type Decided = { approve: boolean; outcome: CommandOutcome }

/** Words for the outcome of a decision. Declining sends nothing; approving has the outcome of the command. */
export function decidedWords({ approve, outcome }: Decided, { person, words }: Approval): OutcomeWords {
  if (outcome.kind === 'done' && !approve)
    return {
      kind: 'settled',
      title: 'Declined',
      says: ['Nothing was sent.', `${person} can see your decision now.`],
      details: null,
    }
  const described = outcomeWords(outcome, `You approved “${words}”. It was sent in ${person}’s name.`)
  if (described.kind !== 'unconfirmed') return described
  return { ...described, says: [...described.says, `It stays unconfirmed for ${person} until somebody settles it.`] }
}

/** Why this person may not decide this request, or null. The server enforces the same rule. */
export function whyNotDecide({ mine, state }: Pick<Approval, 'mine' | 'state'>, role: Role): string | null {
  if (state !== 'waiting') return `This request is already ${state === 'voided' ? 'void' : state}.`
  if (mine) return 'You can’t decide your own request.'
  return may(role, 'approve') ? null : `Needs the ${roleFor('approve')} role.`
}
