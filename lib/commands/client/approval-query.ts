import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { approvalKey } from '@/lib/operations/query-keys'
import type { ApprovalInDetail } from '../approval'

/** A request with its preview computed anew. Never from memory: it is what the decision rests on. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: approvalKey(id),
    queryFn: ({ signal }) => request<ApprovalInDetail>(routes.approval(id), { signal }),
    staleTime: 0,
    gcTime: 0,
  })
