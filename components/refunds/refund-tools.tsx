'use client'

import { DayFilter } from '@/components/ui/day-filter'
import { FilterChip } from '@/components/ui/filter-chip'
import { ClearFilters, FindField } from '@/components/ui/find-field'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { formatRange } from '@/lib/core/dates'
import { type RefundState, type RefundsPiece, refundStates } from '@/lib/refunds/refund'
import { fileLabels, isRefundFiltering, noNarrowing, type RefundFilter, stateLabels } from '@/lib/refunds/refund-filter'

type Props = {
  filter: RefundFilter
  /** Null before anything was read. */
  piece: RefundsPiece | null
  onChange: (changes: Partial<Record<keyof RefundFilter, string | null>>) => void
}

/** Which requests the list has: their state, where they were paid, in which currency, who asked and when, and a text. */
export function RefundTools({ filter, piece, onChange }: Props) {
  const { providers, currencies, people } = piece?.facets ?? { providers: [], currencies: [], people: [] }
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1.5">
      <StateChoice
        shown={filter.state}
        counts={piece?.counts}
        onChange={(state) => onChange({ state: state === 'waiting' ? null : state })}
      />
      <ValueChip label="Provider" values={providers} value={filter.provider} onChange={(provider) => onChange({ provider })} />
      <ValueChip label="Currency" values={currencies} value={filter.currency} onChange={(currency) => onChange({ currency })} />
      <ValueChip label="Asked by" values={people} value={filter.person} onChange={(person) => onChange({ person })} />
      {(filter.state === 'approved' || filter.file !== null) && (
        <FilterChip
          label="File"
          value={filter.file ?? ''}
          options={Object.entries(fileLabels).map(([value, label]) => ({ value, label }))}
          onChange={(file) => onChange({ file: file || null })}
        />
      )}
      <DayFilter
        from={filter.from}
        to={filter.to}
        onChange={onChange}
        words={formatRange(filter.from, filter.to)}
        hint="Days of the request in UTC."
      />
      {isRefundFiltering(filter) && <ClearFilters onClear={() => onChange(noNarrowing)} />}
      <FindField
        label="Find in refunds"
        placeholder="Buyer, amount, id"
        value={filter.find}
        onChange={(find) => onChange({ find })}
        className="ml-auto"
      />
    </div>
  )
}

type ValueChipProps = { label: string; values: readonly string[]; value: string | null; onChange: (value: string | null) => void }

/** A single value leaves nothing to choose. */
function ValueChip({ label, values, value, onChange }: ValueChipProps) {
  if (values.length < 2 && value === null) return null
  const all = value === null || values.includes(value) ? values : [...values, value]
  return (
    <FilterChip
      label={label}
      value={value ?? ''}
      options={all.map((each) => ({ value: each, label: each }))}
      onChange={(chosen) => onChange(chosen || null)}
      className="max-w-56 overflow-hidden"
    />
  )
}

type StateChoiceProps = {
  shown: RefundState | null
  counts: RefundsPiece['counts'] | undefined
  onChange: (state: RefundState | 'all') => void
}

function StateChoice({ shown, counts, onChange }: StateChoiceProps) {
  const all = counts && refundStates.reduce((sum, state) => sum + counts[state], 0)
  return (
    <div className="-m-0.5 max-w-full overflow-x-auto p-0.5">
      <SegmentedControl
        label="State"
        value={shown ?? 'all'}
        onChange={onChange}
        segments={[
          ...refundStates.map((state) => ({ value: state, label: stateLabels[state], ...(counts && { count: counts[state] }) })),
          { value: 'all' as const, label: 'All', ...(all !== undefined && { count: all }) },
        ]}
      />
    </div>
  )
}
