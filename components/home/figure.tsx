import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'

/** Up to six figures in a row, each of them the way to what it counts. */
export function FigureStrip({ children }: { children: ReactNode }) {
  return (
    <nav
      aria-label="Today in figures"
      className="grid grid-cols-2 gap-px overflow-clip rounded-card border bg-line sm:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {children}
    </nav>
  )
}

type Props = { label: string; value: string; note?: ReactNode; href: string; muted?: boolean }

export function Figure({ label, value, note, href, muted = false }: Props) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="grid min-h-16 content-center gap-0.5 bg-raised px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2 max-lg:last:odd:col-span-full"
    >
      <span className="text-meta text-muted">{label}</span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <b className={cn('text-dialog tabular-nums', muted ? 'font-normal text-muted' : 'font-semibold')}>{value}</b>
        {note && <span className="min-w-0 text-meta text-muted tabular-nums">{note}</span>}
      </span>
    </Link>
  )
}
