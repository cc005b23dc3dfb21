import { queryOptions } from '@tanstack/react-query'
import type { ApprovalInDetail } from '@/lib/approval'
import { approvalKey } from '@/lib/query-keys'
import { fetchJson } from './call'

/** A request with its preview computed anew. Never from memory: it is what the decision rests on. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: approvalKey(id),
    queryFn: ({ signal }) => fetchJson<ApprovalInDetail>(`/api/desk/approvals/${id}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
