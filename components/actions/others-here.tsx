'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { Tip } from '@/components/ui/tip'
import { refreshBuyer } from '@/lib/commands/client/refresh-buyer'
import { verbLabels } from '@/lib/commands/verb-words'
import { cn } from '@/lib/core/cn'
import { leave, presenceQuery, reportPresence } from '@/lib/notes/client/presence-query'
import type { Colleague } from '@/lib/notes/presence'
import { presenceKey } from '@/lib/operations/query-keys'
import { useActions } from './actions-provider'

const max = 3

/** Who else has this buyer open, in the header; ringed who is about to act. Says the same of this page to them. */
export function OthersHere() {
  const { context, opening } = useActions()
  const merchant = context.merchant.code
  const buyerId = context.buyer.id
  const verb = opening?.kind === 'command' ? opening.verb : null
  const queryClient = useQueryClient()
  const { data, dataUpdatedAt } = useQuery(presenceQuery(merchant, buyerId))

  // What this page did itself, it has read since; what a colleague did, or approved, it hasn't.
  const last = useRef<{ ended: string; at: number } | null>(null)
  useEffect(() => {
    if (!data) return
    const before = last.current
    last.current = { ended: data.ended, at: dataUpdatedAt }
    if (before !== null && before.ended !== data.ended) refreshBuyer(queryClient, merchant, buyerId, before.at)
  }, [data, dataUpdatedAt, queryClient, merchant, buyerId])

  // A dialog that opens or closes is told at once.
  const before = useRef(verb)
  useEffect(() => {
    if (before.current === verb) return
    before.current = verb
    reportPresence(verb)
    void queryClient.invalidateQueries({ queryKey: presenceKey(merchant, buyerId) })
  }, [verb, queryClient, merchant, buyerId])

  useEffect(() => {
    const left = () => leave(merchant, buyerId)
    addEventListener('pagehide', left)
    return () => {
      removeEventListener('pagehide', left)
      left()
    }
  }, [merchant, buyerId])

  const others = data?.others ?? []
  return (
    <span role="status" className="flex flex-none -space-x-1.5 empty:hidden">
      {others.slice(0, max).map((other) => (
        <Tip key={other.id} text={wordsOf(other)} side="bottom" align="end">
          <span className="sr-only">{wordsOf(other)}.</span>
          <span className={cn('block rounded-full border-2', other.verb ? 'border-deferred' : 'border-raised')}>
            <Avatar name={other.name} />
          </span>
        </Tip>
      ))}
      {others.length > max && <span className="pl-2.5 text-meta text-muted">and {others.length - max} more</span>}
    </span>
  )
}

const wordsOf = ({ name, verb }: Colleague) =>
  verb === null ? `${name} has this buyer open` : `${name} has “${verbLabels[verb]}” open`
