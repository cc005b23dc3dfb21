import Link from 'next/link'
import type { ReactNode } from 'react'

/** Five figures in a row, each of them the way to what it counts. */
export function FigureStrip({ children }: { children: ReactNode }) {
  return (
    <nav
      aria-label="The morning in figures"
      className="grid grid-cols-2 overflow-clip rounded-card border bg-line max-sm:gap-px sm:grid-cols-5 sm:divide-x sm:bg-raised"
    >
      {children}
    </nav>
  )
}

type Props = { label: string; value: string; note?: ReactNode; href: string }

export function Figure({ label, value, note, href }: Props) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="grid min-h-16 content-center gap-0.5 bg-raised px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2 max-sm:last:col-span-2"
    >
      <span className="text-meta text-muted">{label}</span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <b className="font-semibold text-dialog tabular-nums">{value}</b>
        {note && <span className="min-w-0 text-meta text-muted tabular-nums">{note}</span>}
      </span>
    </Link>
  )
}
