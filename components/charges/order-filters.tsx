'use client'

import { ListFilter } from 'lucide'
import { useState } from 'react'
import { filterChipClass } from '@/components/ui/filter-chip-class'
import { ClearFilters, FindField } from '@/components/ui/find-field'
import { Icon } from '@/components/ui/icon'
import { late } from '@/components/ui/late'
import { Menu } from '@/components/ui/menu'
import { type Segment, SegmentedControl } from '@/components/ui/segmented-control'
import { Skeleton } from '@/components/ui/skeleton'
import type { Facets } from '@/lib/charges/facets'
import {
  isFiltering,
  type OrderFilter,
  orderStates,
  type PickedField,
  pickedFields,
  type ShownState,
} from '@/lib/charges/order-filter'
import { formatRange } from '@/lib/core/dates'

const PickFields = late(() => import('./pick-fields').then((file) => file.PickFields), <Skeleton className="h-44" />)
const DayFields = late(() => import('@/components/ui/day-fields').then((file) => file.DayFields), <Skeleton className="h-44" />)

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

/** Filters over the loaded orders, on one line: outcome, dates with everything that is picked from a list, and a field for text. */
export function OrderFilters({ filter, facets, isRead, entries, onChange, onClear }: Props) {
  return (
    <div className="flex min-w-0 flex-auto flex-wrap items-center gap-1.5 max-lg:order-last max-lg:basis-full lg:flex-nowrap print:hidden">
      <div className="-m-0.5 min-w-0 max-w-full overflow-x-auto p-0.5">
        <SegmentedControl
          label="Outcome"
          segments={segmentsOf(facets, filter, isRead, entries)}
          value={filter.state ?? 'all'}
          onChange={(state) => onChange({ state: state === 'all' ? null : state })}
        />
      </div>
      <PickFilter filter={filter} facets={facets} onChange={onChange} hasDates />
      {isFiltering(filter) && <ClearFilters onClear={onClear} />}
      <FindField
        label="Find in orders"
        placeholder="Amount, card, id"
        value={filter.find}
        onChange={(find) => onChange({ find })}
        className="ml-auto"
      />
    </div>
  )
}

type PickProps = Pick<Props, 'filter' | 'facets' | 'onChange'> & {
  /** Which fields it is for; all unless said otherwise. */
  fields?: readonly PickedField[]
  /** Whether the dates are picked here too, where nothing beside it has them. */
  hasDates?: boolean
}

/** What is picked from the values that the history has, behind one button that says what is picked. */
export function PickFilter({ filter, facets, fields = pickedFields, hasDates = false, onChange }: PickProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const dates = hasDates ? formatRange(filter.from, filter.to) : null
  const picked = [dates ?? [], ...fields.map((field) => filter[field] ?? [])].flat()
  const words = picked.length > 1 ? `${picked.length} filters` : (picked[0] ?? null)
  return (
    <Menu
      label={words === null ? 'Filter' : `Filter, ${words}`}
      align="start"
      className="w-64 p-3"
      triggerClassName={filterChipClass(words !== null)}
      onOpen={() => setWasOpened(true)}
      trigger={
        <>
          <Icon of={ListFilter} size={12} className="text-muted" />
          {words === null ? 'Filter' : <b className="max-w-48 truncate font-medium">{words}</b>}
        </>
      }
    >
      {wasOpened && (
        <>
          {hasDates && (
            <div className="mb-3 border-b pb-3">
              <DayFields from={filter.from} to={filter.to} onChange={onChange} hint="Dates in service time." />
            </div>
          )}
          <PickFields filter={filter} facets={facets} fields={fields} onChange={onChange} />
        </>
      )}
    </Menu>
  )
}

const stateLabels = { received: 'Paid', declined: 'Declined', open: 'Open', other: 'Other' } as const

/** Outcomes that no order has are left out; before any order was read every outcome is possible, and none is counted. */
function segmentsOf({ states }: Facets, { state: chosen }: OrderFilter, isRead: boolean, entries: number) {
  const segments: Segment<ShownState | 'all'>[] = [{ value: 'all', label: 'All' }]
  for (const state of orderStates) {
    const label = stateLabels[state]
    if (!isRead && state !== 'other') segments.push({ value: state, label })
    else if (states[state] > 0 || chosen === state) segments.push({ value: state, label, count: states[state] })
  }
  if (entries > 0) segments.push({ value: 'actions', label: 'Actions', count: entries })
  return segments
}
