import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Approval } from '@/lib/commands/approval'
import { refreshAfter } from '@/lib/commands/client/refresh-after'
import type { ActionDetails } from '@/lib/commands/client/use-result'
import { waitingQuery } from '@/lib/pages/client/waiting-query'

/** The action that an approved request has become. */
export const approvedAction = (approval: Approval | null): ActionDetails | null =>
  approval?.state === 'approved' ? { actionId: approval.actionId, answered: null } : null

/**
 * A request for approval as it stands now: the asker's dialog follows the decision with what the page reads anyway. Once it is approved,
 * whatever the command touched is read again.
 */
export function useApprovalNow(requested: Approval | null): Approval | null {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...waitingQuery, enabled: requested !== null })
  const now = requested && (data?.approvals.find(({ id }) => id === requested.id) ?? requested)
  const isSent = now?.state === 'approved'
  const { operation = '', merchant = '', buyerId = null } = now ?? {}
  useEffect(() => {
    if (isSent) void refreshAfter(queryClient, { operation, merchant, buyerId })
  }, [isSent, operation, merchant, buyerId, queryClient])
  return now
}
