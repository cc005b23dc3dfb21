import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decideProposal, proposalQuery } from '@/lib/agents/client/machine-requests'
import type { ProposalInDetail } from '@/lib/agents/proposal'
import { splitDecided, useSendDecision } from './decided'

/**
 * A proposal as it was opened, and the decision on it, which is made once. What is pressed is what was shown: where that is no longer so, it's
 * opened anew and has to be looked at by a press of its own, which sends nothing.
 */
export function useProposal(id: string) {
  const queryClient = useQueryClient()
  const detail = useQuery(proposalQuery(id))
  const sendDecision = useSendDecision()
  const [reviewed, setReviewed] = useState<string | null>(null)
  const [words, setText] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const shown = detail.data
  const isOwnReason = reason !== null && reason.trim() !== shown?.reason
  const deciding = useMutation({
    mutationFn: (approve: boolean) => {
      const { effectHash = '', version = null } = shown ?? {}
      const body = approve
        ? { approve, effectHash, note: null, ...(isOwnReason && { reason: reason.trim() }) }
        : { approve, effectHash: '', note: words?.trim() || null }
      return sendDecision({
        approve,
        body,
        send: (actionId) => decideProposal(id, actionId, { ...body, version }),
        readAgain: async () => ({ isOpen: ((await detail.refetch()).data?.proposal.state ?? 'waiting') === 'waiting' }),
      })
    },
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'proposal' }),
  })
  const { decided, unknown } = splitDecided(deciding.data ?? null)
  return {
    detail,
    words,
    setText,
    reason,
    setReason,
    decided,
    unknown,
    isOpen: shown?.proposal.state === 'waiting' && !decided,
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
