'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@/components/ui/notice'
import { verbLabels } from '@/lib/commands/verb-words'
import { presenceQuery } from '@/lib/notes/client/presence-query'
import { useActions } from './actions-provider'

/**
 * Above the page, and in a dialog, while a colleague has a dialog open on the same buyer. Where it `stays`, it says that they had one open
 * once they've left: what comes below doesn't move under the hand, and they may have done what this person is about to do.
 */
export function OthersActing({ stays = false }: { stays?: boolean }) {
  const { context } = useActions()
  // The header asks; here is only looked at what it learned.
  const { data } = useQuery({ ...presenceQuery(context.merchant.code, context.buyer.id), enabled: false })
  const acting = data?.others.filter(({ verb }) => verb !== null) ?? []
  const [before, setBefore] = useState(acting)
  const isNow = (id: string) => acting.some((one) => one.id === id)
  const shown = stays ? [...before.filter(({ id }) => !isNow(id)), ...acting] : acting
  if (shown.length !== before.length || acting.some((one) => !before.includes(one))) setBefore(shown)
  return shown.map(({ id, name, verb }) => (
    <Notice key={id} kind="deferred" role="status">
      <b className="font-semibold">{name}</b> {isNow(id) ? 'has' : 'had'} “{verb && verbLabels[verb]}” open for this buyer.
    </Notice>
  ))
}
