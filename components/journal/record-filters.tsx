'use client'

import { X } from 'lucide'
import { Button } from '@/components/ui/button'
import { DayFilter } from '@/components/ui/day-filter'
import { FilterChip } from '@/components/ui/filter-chip'
import { Icon } from '@/components/ui/icon'
import type { RecordField, RecordFilter } from '@/lib/commands/journal-record'
import { describeKind, recordKinds } from '@/lib/commands/record-words'
import { formatRange } from '@/lib/core/dates'
import { JournalTabs } from './journal-tabs'
import { TextFilter } from './text-filter'

type Props = {
  filter: RecordFilter
  people: readonly string[]
  /** The name of the buyer that is filtered by, where one is known. */
  buyer: string | null
  onChange: (changes: Partial<Record<RecordField, string | null>>) => void
  onClear: () => void
}

export function RecordFilters({ filter, people, buyer, onChange, onClear }: Props) {
  const { kind = '', person = '', buyerId, from = null, to = null } = filter
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <JournalTabs here="/journal/records" />
      <FilterChip
        label="Kind"
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen || null })}
        options={withChosen(Object.keys(recordKinds), kind).map((value) => ({ value, label: describeKind(value) }))}
      />
      <DayFilter from={from} to={to} onChange={onChange} words={formatRange(from, to)} hint="Dates in UTC." />
      {people.length > 0 && (
        <FilterChip
          label="Who"
          value={person}
          onChange={(chosen) => onChange({ person: chosen || null })}
          options={withChosen(people, person).map((value) => ({ value, label: value }))}
        />
      )}
      <TextFilter
        label="Buyer"
        hint="Full buyer id."
        value={buyerId}
        shown={buyerId && (buyer ?? `…${buyerId.slice(-4)}`)}
        onChange={(value) => onChange({ buyerId: value?.toLowerCase() ?? null })}
      />
      {Object.keys(filter).length > 0 && (
        <Button size="small" variant="quiet" onClick={onClear}>
          <Icon of={X} size={14} />
          Clear
        </Button>
      )}
    </div>
  )
}

/** Keeps a value from the address as an option. */
const withChosen = (all: readonly string[], chosen: string) => (chosen === '' || all.includes(chosen) ? all : [...all, chosen])
