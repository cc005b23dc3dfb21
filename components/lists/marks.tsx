import { Siren, Square, SquareCheck } from 'lucide'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { TablePart } from '@/components/ui/table-part'
import { usePageKeys } from '@/components/ui/use-page-keys'
import { cn } from '@/lib/core/cn'
import { may, needsRole, type Role } from '@/lib/core/roles'
import { keepMarked } from '@/lib/incidents/client/marked-rows'
import type { OwnedRow } from '@/lib/lists/list-page'
import type { ListFilter, ListName } from '@/lib/lists/lists'

export type Marks = { keys: ReadonlySet<string>; toggle: (key: string) => void; clear: () => void }

/** The rows of a list that the person has marked, by `x` on the row with the focus too. Another filter begins anew. */
export function useMarks(of: string, rows: readonly OwnedRow[], mayMark: boolean): Marks {
  const [marked, setMarked] = useState({ of, keys: new Set<string>() })
  const keys = marked.of === of ? marked.keys : new Set<string>()
  const toggle = (key: string) => {
    const next = new Set(keys)
    if (!next.delete(key)) next.add(key)
    setMarked({ of, keys: next })
  }
  usePageKeys({
    x: () => {
      const place = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index
      const row = place === undefined ? undefined : rows[Number(place)]
      if (mayMark && row) toggle(row.key)
    },
  })
  return { keys, toggle, clear: () => setMarked({ of, keys: new Set() }) }
}

/** Marks a row. It lies over the row's link, and on a phone there is none. */
export function MarkCell({ row, marks }: { row: OwnedRow; marks: Marks }) {
  const isMarked = marks.keys.has(row.key)
  return (
    <TablePart as="cell" className="absolute inset-y-0 left-0 max-md:hidden">
      <button
        type="button"
        aria-pressed={isMarked}
        aria-label={`Mark ${row.buyer ?? `buyer …${row.buyerId.slice(-4)}`} for an incident`}
        onClick={() => marks.toggle(row.key)}
        className={cn(
          'absolute top-1/2 left-2.5 z-1 grid size-6 -translate-y-1/2 place-items-center rounded-chip hover:bg-sunken',
          isMarked ? 'text-ink' : 'text-muted',
        )}
      >
        <Icon of={isMarked ? SquareCheck : Square} size={14} />
      </button>
    </TablePart>
  )
}

type Props = { name: ListName; filter: ListFilter; role: Role; marks: Marks }

/** Leads to the plan of an incident with the marked rows, or, where none is marked, with the whole list. */
export function PlanIncident({ name, filter, role, marks }: Props) {
  const router = useRouter()
  const count = marks.keys.size
  return (
    <>
      <span role="status" className="flex items-center gap-1 text-meta text-muted tabular-nums max-md:hidden">
        {count > 0 && `${count.toLocaleString('en')} marked`}
      </span>
      {count > 0 && (
        <Button variant="quiet" className="max-md:hidden" onClick={marks.clear}>
          Clear
        </Button>
      )}
      <Button
        tip={count > 0 ? 'Takes the marked rows' : 'Takes the whole list. Mark rows with X to take fewer.'}
        onClick={() => {
          keepMarked({ list: name, filter, keys: count === 0 ? null : [...marks.keys] })
          router.push('/incidents/new?from=list')
        }}
        {...(!may(role, 'planIncident') && { disabledBecause: needsRole('planIncident') })}
      >
        <Icon of={Siren} size={14} />
        Plan an incident
      </Button>
    </>
  )
}
