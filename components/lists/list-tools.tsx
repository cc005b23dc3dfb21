'use client'

import { FilterChip } from '@/components/ui/filter-chip'
import { ClearFilters } from '@/components/ui/find-field'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { ListFacets } from '@/lib/lists/list-page'
import { type ListFilter, type ListFilterField, type ListName, lists, spanOf } from '@/lib/lists/lists'

const labels: Record<ListFilterField, string> = {
  provider: 'Provider',
  currency: 'Currency',
  amount: 'Amount',
  country: 'Country',
  reason: 'Reason',
  product: 'Product',
  status: 'Status',
  person: 'Person',
  opened: 'Opened by',
  refund: 'Refund',
}

/** Those of which one value is already a choice. */
const isAloneChoice: ReadonlySet<ListFilterField> = new Set(['amount', 'opened', 'refund'])

type Props = {
  name: ListName
  filter: ListFilter
  facets: ListFacets
  onChange: (changes: Partial<Record<'span' | ListFilterField, string | null>>) => void
}

/** Which days a list holds, and what narrows it. */
export function ListTools({ name, filter, facets, onChange }: Props) {
  const { spans, filters } = lists[name]
  const isFiltering = filters.some((field) => filter[field] !== undefined)
  if (spans.length === 0 && !isFiltering && filters.every((field) => (facets[field] ?? []).length < 2)) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1.5">
      {spans.length > 0 && (
        <div className="-m-0.5 max-w-full overflow-x-auto p-0.5">
          <SegmentedControl
            label="Days"
            value={spanOf(name, filter) ?? ''}
            segments={spans}
            onChange={(span) => onChange({ span: span === spans[0]?.value ? null : span })}
          />
        </div>
      )}
      {filters.map((field) => {
        const options = facets[field] ?? []
        const value = filter[field]
        // A single value leaves nothing to choose.
        if (options.length < (isAloneChoice.has(field) ? 1 : 2) && value === undefined) return null
        const all =
          value === undefined || options.some((each) => each.value === value) ? options : [...options, { value, label: value }]
        return (
          <FilterChip
            key={field}
            label={labels[field]}
            value={value ?? ''}
            options={all}
            onChange={(chosen) => onChange({ [field]: chosen || null })}
            className="max-w-64 overflow-hidden"
          />
        )
      })}
      {isFiltering && <ClearFilters onClear={() => onChange(Object.fromEntries(filters.map((field) => [field, null])))} />}
    </div>
  )
}
