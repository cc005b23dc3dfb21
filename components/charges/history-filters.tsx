'use client'

import { ListFilter, Search, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DayFilter } from '@/components/ui/day-filter'
import { FilterChip } from '@/components/ui/filter-chip'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { type Segment, SegmentedControl } from '@/components/ui/segmented-control'
import type { Facets } from '@/lib/charges/facets'
import { isFiltering, type OrderFilter, pickedFields, type ShownState } from '@/lib/charges/order-filter'
import { cn } from '@/lib/core/cn'
import { rangeWords } from '@/lib/core/dates'

const labels = { status: 'Status', type: 'Type', currency: 'Currency', provider: 'Provider', product: 'Product' }

type Props = {
  filter: OrderFilter
  facets: Facets
  /** Whether any order was read. Without one there are no counts. */
  isRead: boolean
  /** Number of actions shown between the orders. */
  entries: number
  onChange: (changes: Partial<OrderFilter>) => void
  onClear: () => void
}

/** Filters over the loaded orders. A field with a single value gets no filter. */
export function HistoryFilters({ filter, facets, isRead, entries, onChange, onClear }: Props) {
  const [isOpen, setOpen] = useState(false)
  const picks = pickedFields.filter((field) => facets[field].length > 1 || filter[field] !== null)
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
      <div className="-m-0.5 min-w-0 max-w-full overflow-x-auto p-0.5">
        <SegmentedControl
          label="Outcome"
          segments={segmentsOf(facets, entries).map((segment) =>
            isRead || segment.value === 'actions' ? segment : uncounted(segment),
          )}
          value={filter.state ?? 'all'}
          onChange={(state) => onChange({ state: state === 'all' ? null : state })}
        />
      </div>
      <Button className="md:hidden" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon of={ListFilter} size={14} />
        Filter
      </Button>
      <Input
        size="small"
        type="search"
        icon={Search}
        aria-label="Find in history"
        placeholder="Find in history"
        value={filter.find ?? ''}
        onChange={(event) => onChange({ find: event.target.value || null })}
        className="ml-auto w-43 max-sm:w-auto max-sm:flex-1"
      />
      <div className={cn('basis-full flex-wrap items-center gap-2 md:flex', isOpen ? 'flex' : 'hidden')}>
        {picks.map((field) => (
          <FilterChip
            key={field}
            label={labels[field]}
            value={filter[field] ?? ''}
            onChange={(value) => onChange({ [field]: value === '' ? null : value })}
            options={optionsOf(facets[field], filter[field])}
          />
        ))}
        <DayFilter
          from={filter.from}
          to={filter.to}
          onChange={onChange}
          words={rangeWords(filter.from, filter.to)}
          hint="Dates in service time."
        />
        {isFiltering(filter) && (
          <Button size="small" variant="quiet" onClick={onClear}>
            <Icon of={X} size={14} />
            Clear
          </Button>
        )}
      </div>
    </div>
  )
}

function segmentsOf({ states }: Facets, entries: number): Segment<ShownState | 'all'>[] {
  const all = states.received + states.declined + states.open + states.other + entries
  const segments: Segment<ShownState | 'all'>[] = [
    { value: 'all', label: 'All', count: all },
    { value: 'received', label: 'Received', count: states.received },
    { value: 'declined', label: 'Declined', count: states.declined },
    { value: 'open', label: 'Open', count: states.open },
  ]
  if (states.other > 0) segments.push({ value: 'other', label: 'Other', count: states.other })
  if (entries > 0) segments.push({ value: 'actions', label: 'Actions', count: entries })
  return segments
}

const uncounted = <V extends string>({ value, label }: Segment<V>): Segment<V> => ({ value, label })

// Keep a value from the address as an option even if no loaded order has it.
function optionsOf(values: readonly { value: string; count: number }[], chosen: string | null) {
  const options = values.map(({ value, count }) => ({ value, label: `${value} (${count})` }))
  const isMissing = chosen !== null && values.every(({ value }) => value !== chosen)
  return isMissing ? [...options, { value: chosen, label: `${chosen} (0)` }] : options
}
