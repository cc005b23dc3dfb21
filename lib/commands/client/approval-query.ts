import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import type { Counted } from '@/lib/core/counted'
import * as routes from '@/lib/core/routes'
import { approvalKey } from '@/lib/operations/query-keys'
import type { ApprovalInDetail, ApprovalsList } from '../approval'

/** A request with its preview computed anew. Never from memory: it is what the decision rests on. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: approvalKey(id),
    queryFn: ({ signal }) => request<ApprovalInDetail>(routes.approval(id), { signal }),
    staleTime: 0,
    gcTime: 0,
    // What it rests on may change while it is read.
    refetchInterval: ({ state: { data } }) => (data?.approval.state === 'waiting' ? everyMs : false),
  })

const everyMs = 20_000

/** What the person asked managers for in the last day, or what waits for them where they may approve. */
export const approvalsQuery = (counted: Counted | null = null) =>
  queryOptions({
    queryKey: ['approvals', counted],
    queryFn: ({ signal }) => request<ApprovalsList>(routes.withSearch(routes.approvals(), { ...counted }), { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
