'use client'

import { useQuery } from '@tanstack/react-query'
import { Ban, CalendarClock, CircleX, Hourglass, type IconNode, Layers, PencilLine } from 'lucide'
import Link from 'next/link'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'
import { listsQuery } from '@/lib/lists/client/list-queries'
import { type ListCount, type ListName, listNames, listPath, lists } from '@/lib/lists/lists'

const icons: Record<ListName, IconNode> = {
  'renewals-failed': CircleX,
  'double-payments': Layers,
  blocked: Ban,
  ending: CalendarClock,
  vouchers: Hourglass,
  'moved-dates': PencilLine,
}

/** The lists there are, each with how many rows it has; on a narrow screen in one line that scrolls. */
export function ListsSide({ merchant, here }: { merchant: string; here: ListName | null }) {
  const { data } = useQuery(listsQuery(merchant))
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
              isHere={name === here}
              count={data?.data.find((each) => each.name === name)}
            />
          </li>
        ))}
      </ul>
    </nav>
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
      {label}
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
