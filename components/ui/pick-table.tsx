import { ArrowDown, ArrowUp } from 'lucide'
import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'
import { TablePart } from './table-part'

export type PickHead = {
  label: string
  className?: string
  /** How the rows are sorted by this column; a column without `onSort` can’t be. */
  sorted?: 'ascending' | 'descending' | undefined
  onSort?: () => void
}

type Props = { label: string; heads: readonly PickHead[]; grid: string; children: ReactNode }

/** Rows of which one is picked, with its panel beside them. They lay themselves out by `grid`, and on a phone have no heads. */
export function PickTable({ label, heads, grid, children }: Props) {
  return (
    <TablePart as="table" aria-label={label}>
      <TablePart as="rowgroup" className="max-sm:hidden">
        <TablePart as="row" className={cn(grid, 'h-8 border-b font-medium text-meta text-muted')}>
          {heads.map((head) => (
            <Head key={head.label} {...head} />
          ))}
        </TablePart>
      </TablePart>
      <TablePart as="rowgroup" className="divide-y">
        {children}
      </TablePart>
    </TablePart>
  )
}

function Head({ label, className, sorted, onSort }: PickHead) {
  return (
    <TablePart as="columnheader" aria-sort={sorted} className={cn('min-w-0', className)}>
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            '-mx-1.5 inline-flex h-7 items-center gap-1 whitespace-nowrap rounded-chip px-1.5 hover:text-ink',
            sorted && 'text-ink',
          )}
        >
          {label}
          {sorted && <Icon of={sorted === 'descending' ? ArrowDown : ArrowUp} size={12} />}
        </button>
      ) : (
        label
      )}
    </TablePart>
  )
}

/** One of the rows. */
export const PickRow = ({ isPicked, grid, children }: { isPicked: boolean; grid: string; children: ReactNode }) => (
  <TablePart
    as="row"
    className={cn(
      grid,
      'relative min-h-row text-table hover:bg-hover max-sm:py-2.5',
      isPicked && 'bg-selected shadow-[inset_2px_0_0_var(--accent)] hover:bg-selected',
    )}
  >
    {children}
  </TablePart>
)

export const PickCell = ({ className, children }: { className?: string; children: ReactNode }) => (
  <TablePart as="cell" className={cn('min-w-0', className)}>
    {children}
  </TablePart>
)

type NameProps = { row: string; isPicked: boolean; onPick: () => void; className?: string; children: ReactNode }

/** The cell that names a row. Its button is as large as the row; `row` is how `focusRow` finds it. */
export const PickName = ({ row, isPicked, onPick, className, children }: NameProps) => (
  <PickCell className={cn('truncate', className)}>
    <button
      type="button"
      data-row={row}
      aria-pressed={isPicked}
      onClick={onPick}
      className="max-w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid"
    >
      {children}
    </button>
  </PickCell>
)
