import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import type { CommandOutcome } from '@/lib/commands/client/command-outcome'
import { sendOnce } from '@/lib/commands/client/send'
import * as routes from '@/lib/core/routes'
import type { ProposalInDetail, ProposalList } from '../proposal'
import type { Machines, Scope, TokenLimits } from '../token'

/** The machines' lane, which keeps up with what machines propose and colleagues press. */
export const proposalsQuery = queryOptions({
  queryKey: ['proposals'],
  queryFn: ({ signal }) => request<ProposalList>(routes.withSearch(routes.approvals(), { lane: 'machines' }), { signal }),
  staleTime: 0,
  refetchInterval: 5_000,
})

/** A proposal as it was opened. It isn't asked for again by itself: what somebody reads is what they press, and opening begins their time. */
export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposal', id],
    queryFn: ({ signal }) => request<ProposalInDetail>(routes.approval(id), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** `reason` only where the person changed the machine's. */
type Decision = { approve: boolean; effectHash: string; note: string | null; reason?: string; version: number | null }

export const decideProposal = (id: string, actionId: string, { version, ...body }: Decision): Promise<CommandOutcome> =>
  sendOnce(routes.approvalDecide(id), {
    actionId,
    body,
    headers: { 'x-shown-version': version === null ? null : String(version) },
  })

export const machinesQuery = (initial: Machines) =>
  queryOptions({
    queryKey: ['machines'],
    queryFn: ({ signal }) => request<Machines>(routes.agents(), { signal }),
    initialData: initial,
  })

export const turnAll = (to: 'on' | 'off', actionId: string) =>
  request<Pick<Machines, 'off'>>(to === 'off' ? routes.agentsOff() : routes.agentsOn(), { method: 'POST', actionId, body: {} })

export type TokenInput = Partial<TokenLimits> & {
  name: string
  accountId: string
  merchants: string[]
  scopes: Scope[]
  days: number
}

export const createToken = (actionId: string, body: TokenInput) =>
  request<Machines & { token: string }>(routes.agents(), { method: 'POST', actionId, body })

export const revokeToken = (actionId: string, id: string) => request<Machines>(routes.agent(id), { method: 'DELETE', actionId })
