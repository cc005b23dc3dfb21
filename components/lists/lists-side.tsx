'use client'

import { useQuery } from '@tanstack/react-query'
import { Ban, CalendarClock, CircleX, Hourglass, type IconNode, Layers, PencilLine, Pin, Undo2, User, Users } from 'lucide'
import Link from 'next/link'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'
import { listsQuery, viewsQuery } from '@/lib/lists/client/list-queries'
import type { ListCount } from '@/lib/lists/list-page'
import { listPath } from '@/lib/lists/list-page'
import { type ListName, listNames, lists } from '@/lib/lists/lists'
import { describePin, pinChoices, type View, viewPath } from '@/lib/lists/views'

const icons: Record<ListName, IconNode> = {
  'renewals-failed': CircleX,
  'double-payments': Layers,
  blocked: Ban,
  ending: CalendarClock,
  vouchers: Hourglass,
  'moved-dates': PencilLine,
  'money-back': Undo2,
}

/** The lists there are, each with how many rows it has; on a narrow screen in one line that scrolls. */
export function ListsSide({ merchant, here, view }: { merchant: string; here: ListName; view: View | null }) {
  const { data } = useQuery(listsQuery(merchant))
  const { data: views } = useQuery(viewsQuery(merchant))
  const all = views?.data ?? []
  return (
    <nav aria-label="Lists" className="min-w-0 max-lg:-mx-1 max-lg:overflow-x-auto max-lg:p-1">
      <h2 className="px-2 pb-1.5 text-meta text-muted max-lg:sr-only">Lists</h2>
      <ul className="flex gap-0.5 lg:grid">
        {listNames.map((name) => (
          <li key={name}>
            <SideLink
              href={listPath(name)}
              icon={icons[name]}
              label={lists[name].label}
              isHere={name === here && view === null}
              count={data?.data.find((each) => each.name === name)}
            />
          </li>
        ))}
      </ul>
      {pinChoices.map((who) => (
        <ViewGroup
          key={who}
          title={who === 'me' ? 'Pinned' : `Pinned for ${describePin(who)}`}
          icon={Pin}
          views={all.filter(({ pinned }) => pinned === who)}
          here={view}
        />
      ))}
      <ViewGroup title="Mine" icon={User} views={all.filter(({ pinned, mine }) => pinned === null && mine)} here={view} />
      <ViewGroup title="Shared" icon={Users} views={all.filter(({ pinned, mine }) => pinned === null && !mine)} here={view} />
    </nav>
  )
}

function ViewGroup({ title, icon, views, here }: { title: string; icon: IconNode; views: readonly View[]; here: View | null }) {
  if (views.length === 0) return null
  return (
    <>
      <h2 className="px-2 pt-4 pb-1.5 text-meta text-muted max-lg:pt-2 max-lg:pb-0">{title}</h2>
      <ul className="flex gap-0.5 lg:grid">
        {views.map((view) => (
          <li key={view.id} className="min-w-0">
            <SideLink
              href={viewPath(view)}
              icon={icon}
              label={view.name}
              isHere={view.id === here?.id}
              count={view.count ?? undefined}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type Props = { href: string; icon: IconNode; label: string; isHere: boolean; count: Omit<ListCount, 'sums'> | undefined }

function SideLink({ href, icon, label, isHere, count }: Props) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      className={cn(
        'flex h-8 items-center gap-2 whitespace-nowrap rounded-control px-2 text-table max-sm:h-10',
        isHere ? 'bg-sunken font-medium' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <Icon of={icon} size={14} className="flex-none text-muted" />
      <span className="min-w-0 truncate">{label}</span>
      {count && (
        <span className={cn('ml-auto pl-1 tabular-nums', count.count === 0 ? 'text-muted' : 'font-semibold text-ink')}>
          {count.isMore ? <span className="sr-only">more than </span> : null}
          {count.count.toLocaleString('en')}
          {count.isMore && <span aria-hidden>+</span>}
        </span>
      )}
    </Link>
  )
}
