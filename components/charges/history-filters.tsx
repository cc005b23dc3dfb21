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
import { isFiltering, type OrderFilter, pickedFields, type ShownState } from '@/lib/charges/filter'
import { cn } from '@/lib/cn'
import { rangeWords } from '@/lib/dates'

const labels = { status: 'Status', type: 'Type', currency: 'Currency', provider: 'Provider', product: 'Product' }

type Props = {
  filter: OrderFilter
  facets: Facets
  /** How many things were done beside the orders. */
  entries: number
  onChange: (changes: Partial<OrderFilter>) => void
  onClear: () => void
}

/** Filters over the loaded orders. A field with one value only has nothing to pick and no chip. */
export function HistoryFilters({ filter, facets, entries, onChange, onClear }: Props) {
  const [isOpen, setOpen] = useState(false)
  const picks = pickedFields.filter((field) => facets[field].length > 1 || filter[field] !== null)
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
      <div className="-m-0.5 min-w-0 max-w-full overflow-x-auto p-0.5">
        <SegmentedControl
          label="Outcome"
          segments={segmentsOf(facets, entries)}
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
          {...{ from: filter.from, to: filter.to, onChange }}
          words={rangeWords(filter.from, filter.to)}
          hint="Days as the service writes them."
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

// A value that came with the address stays among the options, though no loaded order holds it.
function optionsOf(values: readonly { value: string; count: number }[], chosen: string | null) {
  const options = values.map(({ value, count }) => ({ value, label: `${value} (${count})` }))
  const isMissing = chosen !== null && values.every(({ value }) => value !== chosen)
  return isMissing ? [...options, { value: chosen, label: `${chosen} (0)` }] : options
}
