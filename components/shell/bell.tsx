'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign, Bell as BellIcon, CircleQuestionMark, type IconNode, MailCheck, ShieldCheck, Siren, Undo2 } from 'lucide'
import Link from 'next/link'
import { type MouseEvent, useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { relativeTime } from '@/components/ui/relative-time'
import { useNow } from '@/components/ui/use-now'
import { newId } from '@/lib/client/new-id'
import { useRememberedText } from '@/lib/client/remembered'
import { cn } from '@/lib/core/cn'
import { useNotify } from '@/lib/notices/client/browser-notices'
import { markSeen } from '@/lib/notices/client/notice-requests'
import type { Notice } from '@/lib/notices/notice'
import { type BellKind, type BellLine, bellLines, isOnlyTold, noticesShown } from '@/lib/pages/bell'
import { waitingQuery } from '@/lib/pages/client/waiting-query'
import { BellNotices } from './bell-notices'

const icons: Record<BellKind, IconNode> = {
  approvals: ShieldCheck,
  incidents: Siren,
  ownIncidents: Siren,
  refunds: Undo2,
  unconfirmed: CircleQuestionMark,
  mentions: AtSign,
  decided: MailCheck,
}

const words: Record<BellKind, (count: number) => string> = {
  approvals: (count) => (count === 1 ? 'approval to decide' : 'approvals to decide'),
  incidents: (count) => (count === 1 ? 'incident to decide' : 'incidents to decide'),
  ownIncidents: (count) => (count === 1 ? 'incident that needs you' : 'incidents that need you'),
  refunds: (count) => (count === 1 ? 'refund to decide' : 'refunds to decide'),
  unconfirmed: () => 'unconfirmed',
  mentions: (count) => (count === 1 ? 'mention' : 'mentions'),
  decided: (count) => (count === 1 ? 'answer to your request' : 'answers to your requests'),
}

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
      <Lines lines={data ? bellLines(data, openedSeenAt) : []} />
      <BellNotices notices={notices ?? []} isNew={({ id, isNew }) => isNew || opened.has(id)} onFollow={close} />
    </Menu>
  )
}

function nameOf(lines: readonly BellLine[], news: number): string {
  const all = [
    ...lines.map(({ kind, count }) => `${count} ${words[kind](count)}`),
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

function Lines({ lines }: { lines: readonly BellLine[] }) {
  if (lines.length === 0) return <p className="px-2 py-2 text-muted">Nothing is waiting for you right now.</p>
  return (
    <ul aria-label="For you">
      {lines.map((line) => (
        <li key={line.kind}>
          <Link
            href={line.href}
            prefetch={false}
            onClick={close}
            className="grid min-h-11 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-control px-2 py-1.5 hover:bg-hover"
          >
            <Icon of={icons[line.kind]} size={14} className="text-muted" />
            <span>
              <span className="block font-medium first-letter:uppercase">{words[line.kind](line.count)}</span>
              <Since line={line} />
            </span>
            <span className="font-semibold tabular-nums">{line.count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Since({ line: { oldest, lapses } }: { line: BellLine }) {
  const now = useNow()
  if (now === undefined || oldest === null) return null
  const age = relativeTime(Date.parse(oldest), now)
  return (
    <span className="block text-meta text-muted">
      {`oldest ${age}`}
      {lapses !== null && `, expires ${relativeTime(Date.parse(lapses), now)}`}
    </span>
  )
}

const close = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
