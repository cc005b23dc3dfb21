import Link from 'next/link'
import { Time } from '@/components/ui/time'
import { groupBy } from '@/lib/core/group-by'
import { type HandoverItemNow, kindLabels } from '@/lib/pages/handover'

/** What is open, or was, by kind: what it is, whose, since when, and what has become of it. */
export function HandoverItems({ items, nothing }: { items: readonly HandoverItemNow[]; nothing: string }) {
  if (items.length === 0) return <p className="px-4 py-3 text-muted text-table">{nothing}</p>
  return [...groupBy(items, ({ kind }) => kind)].map(([kind, of]) => (
    <section key={kind} aria-label={kindLabels[kind]} className="border-b last:border-b-0">
      <h3 className="px-4 pt-3 pb-1 font-medium text-meta text-muted">{kindLabels[kind]}</h3>
      <ul className="divide-y">
        {of.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </section>
  ))
}

function Item({ item: { words, href, buyer, buyerId, person, ticket, at, now, isOpen } }: { item: HandoverItemNow }) {
  const whose = buyer ?? (buyerId === null ? null : `buyer …${buyerId.slice(-4)}`)
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5 text-table">
      <span className="min-w-0">
        <Link href={href} prefetch={false} className="font-medium hover:underline">
          {words}
        </Link>
        <span className="block truncate text-meta text-muted">{[whose, person, ticket].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="text-right">
        <span className={isOpen ? 'block' : 'block text-muted'}>{now}</span>
        <span className="text-meta text-muted">
          <Time at={at} align="end" />
        </span>
      </span>
    </li>
  )
}
