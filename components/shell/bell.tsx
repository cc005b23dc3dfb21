'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide'
import { useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { onceOpened } from '@/components/ui/late'
import { Menu } from '@/components/ui/menu'
import { newId } from '@/lib/client/new-id'
import { useRememberedText } from '@/lib/client/remembered'
import { cn } from '@/lib/core/cn'
import { useNotify } from '@/lib/notices/client/browser-notices'
import { markSeen } from '@/lib/notices/client/notice-requests'
import type { Notice } from '@/lib/notices/notice'
import { type BellLine, bellLines, bellWords, isOnlyTold, noticesShown } from '@/lib/pages/bell'
import { waitingQuery } from '@/lib/pages/client/waiting-query'

const BellPanel = onceOpened(() => import('./bell-panel').then((file) => file.BellPanel))

/**
 * How many things wait for the person, on every page, and the way to each kind, and below what they were told of lately. It shows what Find
 * lists, from the same request.
 */
export function Bell() {
  const { data } = useQuery(waitingQuery)
  const [seen, setSeen] = useRememberedText('bell-seen')
  const seenAt = Number(seen)
  const [openedSeenAt, setOpenedSeenAt] = useState(seenAt)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const queryClient = useQueryClient()
  const notices = data ? noticesShown(data) : undefined
  useNotify(data?.notices)
  const lines = data ? bellLines(data, seenAt) : []
  const fresh = notices?.filter(({ isNew }) => isNew) ?? []
  const unlisted = fresh.filter(isOnlyTold)
  const waits = lines.reduce((sum, { count }) => sum + count, 0) + unlisted.length

  async function see(some: readonly Notice[]) {
    const answer = await markSeen(
      newId(),
      some.map(({ id }) => id),
    ).catch(() => null) // then they are new the next time, too
    if (answer) queryClient.setQueryData(waitingQuery.queryKey, (before) => before && { ...before, notices: answer.data })
  }

  function open() {
    setOpenedSeenAt(seenAt) // what is news stays in the list while it is open
    setSeen(String(Date.now()))
    setOpened(new Set(fresh.map(({ id }) => id)))
    if (fresh.length > 0) void see(fresh)
  }
  return (
    <Menu
      label={nameOf(lines, unlisted.length)}
      trigger={<Trigger waits={waits} />}
      triggerClassName={cn(buttonClass({ variant: 'quiet', size: 'small', square: true }), 'touch-area relative max-sm:size-10')}
      onOpen={open}
      className="w-76"
    >
      <BellPanel
        lines={data ? bellLines(data, openedSeenAt) : []}
        notices={notices ?? []}
        isNew={({ id, isNew }) => isNew || opened.has(id)}
      />
    </Menu>
  )
}

function nameOf(lines: readonly BellLine[], news: number): string {
  const all = [
    ...lines.map(({ kind, count }) => `${count} ${bellWords[kind](count)}`),
    ...(news === 0 ? [] : [`${news} new ${news === 1 ? 'notification' : 'notifications'}`]),
  ]
  return all.length === 0 ? 'For you: nothing waits' : `For you: ${all.join(', ')}`
}

const Trigger = ({ waits }: { waits: number }) => (
  <>
    <Icon of={BellIcon} />
    {waits > 0 && (
      <span
        aria-hidden
        className="absolute -top-1 -right-1 max-sm:top-1 max-sm:right-1 grid h-4 min-w-4 place-items-center rounded-full bg-ink px-1 font-semibold text-[0.75rem]/4 text-surface tabular-nums"
      >
        {waits > 99 ? '99+' : waits}
      </span>
    )}
  </>
)
