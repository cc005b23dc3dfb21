import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decideProposal, proposalQuery } from '@/lib/agents/client/machine-requests'
import type { ProposalInDetail } from '@/lib/agents/proposal'
import { newId } from '@/lib/client/new-id'
import type { CommandOutcome } from '@/lib/commands/client/command-outcome'

export type Decided = { approve: boolean; outcome: CommandOutcome }

const again = ['changed', 'look_again']

/**
 * A proposal as it was opened, and the decision on it, which is made once. What is pressed is what was shown: where that is no longer so, it's
 * opened anew and has to be looked at by a press of its own, which sends nothing.
 */
export function useProposal(id: string) {
  const queryClient = useQueryClient()
  const detail = useQuery(proposalQuery(id))
  const [actionId, setActionId] = useState(newId)
  const [reviewed, setReviewed] = useState<string | null>(null)
  const [words, setText] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const shown = detail.data
  const isOwnReason = reason !== null && reason.trim() !== shown?.reason
  const deciding = useMutation({
    mutationFn: async (approve: boolean): Promise<Decided | null> => {
      const { effectHash = '', version = null } = shown ?? {}
      const given = approve
        ? { approve, version, effectHash, note: null, ...(isOwnReason && { reason: reason.trim() }) }
        : { approve, version, effectHash: '', note: words?.trim() || null }
      const outcome = await decideProposal(id, actionId, given)
      if (!again.includes(outcome.problem?.code ?? '')) return { approve, outcome }
      await detail.refetch()
      setActionId(newId())
      return null
    },
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'proposal' }),
  })
  return {
    detail,
    words,
    setText,
    reason,
    setReason,
    decided: deciding.data ?? null,
    isOpen: shown?.proposal.state === 'waiting' && !deciding.data,
    mustReview: shown?.isMoved === true && shown.blocked === null && reviewed !== shown.effectHash,
    sending: deciding.isPending ? (deciding.variables ? ('press' as const) : ('decline' as const)) : null,
    whyNot: whyNot(shown) ?? (reason?.trim() === '' ? 'Enter a reason first.' : undefined),
    review: async () => setReviewed((await detail.refetch()).data?.effectHash ?? null),
    decide: (approve: boolean) => deciding.mutate(approve),
  }
}

function whyNot(shown: ProposalInDetail | undefined): string | undefined {
  if (!shown) return 'Loading preview…'
  return shown.mayNot ?? (shown.blocked === null ? undefined : 'This can’t be pressed any more.')
}
