'use client'

import { useQuery } from '@tanstack/react-query'
import { Notice } from '@/components/ui/notice'
import { verbLabels } from '@/lib/commands/verb-words'
import { presenceQuery } from '@/lib/notes/client/presence-query'
import { useActions } from './actions-provider'

/** Above the page, and in a dialog, while a colleague has a dialog open on the same buyer. */
export function OthersActing() {
  const { context } = useActions()
  // The header asks; here is only looked at what it learned.
  const { data } = useQuery({ ...presenceQuery(context.merchant.code, context.buyer.id), enabled: false })
  const acting = data?.others.filter(({ verb }) => verb !== null) ?? []
  return acting.map(({ id, name, verb }) => (
    <Notice key={id} kind="deferred" role="status">
      <b className="font-semibold">{name}</b> has “{verb && verbLabels[verb]}” open for this buyer.
    </Notice>
  ))
}
