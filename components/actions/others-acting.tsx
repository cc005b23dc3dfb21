'use client'

import { useQuery } from '@tanstack/react-query'
import { Notice } from '@/components/ui/notice'
import { presenceQuery } from '@/lib/client/presence-query'
import { verbWords } from '@/lib/verb-words'
import { useActions } from './actions-provider'

/** Above the page, and in a dialog, while a colleague has a dialog open on the same buyer. */
export function OthersActing() {
  const { desk } = useActions()
  // The header asks; here is only looked at what it learned.
  const { data } = useQuery({ ...presenceQuery(desk.merchant.code, desk.buyer.id), enabled: false })
  const acting = data?.others.filter(({ verb }) => verb !== null) ?? []
  return acting.map(({ id, name, verb }) => (
    <Notice key={id} kind="deferred" role="status">
      <b className="font-semibold">{name}</b> is about to act on this buyer: {verb && verbWords[verb]}.
    </Notice>
  ))
}
