'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { listsQuery, viewsQuery } from '@/lib/lists/client/list-queries'
import { formatCount, type ListCount, listPath } from '@/lib/lists/list-page'
import { describePin, viewPath } from '@/lib/lists/views'

/** The pinned views and the lists, each with how many rows it has, for the first page. */
export function ListsCard({ merchant }: { merchant: string }) {
  const { data: counts } = useQuery(listsQuery(merchant))
  const { data: views } = useQuery(viewsQuery(merchant))
  const pinned = (views?.data ?? []).filter((view) => view.pinned !== null)
  return (
    <Card aria-labelledby="lists-card">
      <CardHead title="Lists" id="lists-card">
        <Link href="/lists" prefetch={false} className={buttonClass({ size: 'small' })}>
          Open lists
        </Link>
      </CardHead>
      <ul className="divide-y">
        {pinned.map((view) => (
          <Row
            key={view.id}
            href={viewPath(view)}
            label={view.name}
            count={view.count}
            note={view.pinned === 'me' ? 'pinned' : `pinned for ${describePin(view.pinned ?? 'me')}`}
          />
        ))}
        {counts?.data.map((list) => (
          <Row key={list.name} href={listPath(list.name)} label={list.label} count={list} note={list.days} />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { href: string; label: string; count: Omit<ListCount, 'sums'> | null; note: string | null }

const Row = ({ href, label, count, note }: RowProps) => (
  <li>
    <Link
      href={href}
      prefetch={false}
      className="flex min-h-10 items-center gap-2 px-4 text-table hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 truncate">{label}</span>
      {note !== null && <span className="text-meta text-muted">{note}</span>}
      <span className={count?.count ? 'ml-auto font-semibold tabular-nums' : 'ml-auto text-muted tabular-nums'}>
        {count ? formatCount(count) : '–'}
      </span>
    </Link>
  </li>
)
