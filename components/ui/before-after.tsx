import { ArrowRight } from 'lucide'
import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'

export type BeforeAfterRow = { field: string; label: string; before: ReactNode; after: ReactNode; changes: boolean }

type Props = {
  rows: readonly BeforeAfterRow[]
  /** What the table is of, read out only. */
  caption?: string
  before?: string
  after?: string
}

const line = 'grid grid-cols-2 items-center gap-x-3 px-3 sm:grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,1fr)]'

/** What changes, and what stays, side by side; on the phone the field stands over its two values. */
export function BeforeAfter({ rows, caption = 'What changes', before = 'Now', after = 'After' }: Props) {
  return (
    <table className="block overflow-clip rounded-control border bg-raised text-left text-table">
      <caption className="sr-only">{caption}</caption>
      <thead className="block border-b bg-surface text-meta text-muted">
        <tr className={cn(line, 'min-h-7')}>
          <th scope="col" className="font-medium max-sm:sr-only">
            Field
          </th>
          <th scope="col" className="font-medium">
            {before}
          </th>
          <th scope="col" className="pl-6.5 font-medium">
            {after}
          </th>
        </tr>
      </thead>
      <tbody className="block divide-y">
        {rows.map((row) => (
          <tr key={row.field} className={cn(line, 'min-h-row py-1.75')}>
            <th scope="row" className="font-normal text-muted max-sm:col-span-2 max-sm:text-meta">
              {row.label}
            </th>
            <td className="min-w-0 tabular-nums wrap-anywhere">{row.before}</td>
            <td className="flex min-w-0 items-center gap-2.5 tabular-nums wrap-anywhere">
              <Icon of={ArrowRight} className="text-muted" />
              <span className={cn('min-w-0', row.changes ? 'font-semibold' : 'text-muted')}>{row.after}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
