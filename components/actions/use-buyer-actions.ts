import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isOpen } from '@/lib/action'
import { buyerActionsQuery } from '@/lib/client/commands/action-queries'
import { refreshBuyer } from '@/lib/client/commands/refresh-buyer'
import { useActions } from './actions-provider'

/** The newest actions on the buyer. When one of them is answered late, the page is read again. */
export function useBuyerActions() {
  const { merchant, buyer } = useActions().desk
  const queryClient = useQueryClient()
  const query = useQuery(buyerActionsQuery(merchant.code, buyer.id))
  const { data } = query
  const before = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!data) return
    const open = new Set(data.filter((action) => action.state === 'sent' || isOpen(action)).map(({ actionId }) => actionId))
    const hasEnded = [...before.current].some((actionId) => !open.has(actionId))
    before.current = open
    if (hasEnded) refreshBuyer(queryClient, merchant.code, buyer.id)
  }, [data, queryClient, merchant.code, buyer.id])
  return query
}
