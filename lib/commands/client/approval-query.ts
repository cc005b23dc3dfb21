import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { approvalKey } from '@/lib/operations/query-keys'
import type { Approval, ApprovalInDetail } from '../approval'

/** A request with its preview computed anew. Never from memory: it is what the decision rests on. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: approvalKey(id),
    queryFn: ({ signal }) => request<ApprovalInDetail>(routes.approval(id), { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** What the person asked managers for in the last day, or what waits for them where they may approve. */
export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  queryFn: async ({ signal }) => (await request<{ approvals: Approval[] }>(routes.approvals(), { signal })).approvals,
  staleTime: 0,
})
