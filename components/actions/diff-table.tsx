import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/cn'

export type DiffRow = { field: string; label: string; before: ReactNode; after: ReactNode; changes: boolean }

type Props = { caption: string; heads: [before: string, after: string]; rows: readonly DiffRow[] }

const columns = 'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-2.5 px-3 sm:grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,1fr)]'
const term = 'text-left font-normal text-muted max-sm:col-span-2 max-sm:text-meta'

/** Field by field, what was and what is to be. On the phone the field stands above its two values. */
export function DiffTable({ caption, heads: [before, after], rows }: Props) {
  return (
    <table className="block overflow-hidden rounded-control border text-table">
      <caption className="sr-only">{caption}</caption>
      <thead className="block bg-surface">
        <tr className={cn(columns, 'min-h-7 items-center font-medium text-meta text-muted')}>
          <th scope="col" className="text-left font-medium max-sm:sr-only">
            Field
          </th>
          <th scope="col" className="text-left font-medium">
            {before}
          </th>
          <th scope="col" className="pl-6 text-left font-medium">
            {after}
          </th>
        </tr>
      </thead>
      <tbody className="block">
        {rows.map(({ field, label, before: was, after: becomes, changes }) => (
          <tr key={field} className={cn(columns, 'min-h-9 items-baseline border-t py-1.75')}>
            <th scope="row" className={term}>
              {label}
            </th>
            <td className="min-w-0 tabular-nums wrap-anywhere">{was}</td>
            <td className={cn('flex min-w-0 items-baseline gap-2.5 tabular-nums', changes ? 'font-semibold' : 'text-muted')}>
              <Icon of={ArrowRight} size={14} className="translate-y-0.5 text-muted" />
              <span className="min-w-0 wrap-anywhere">{becomes}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
