'use client'

import { ListFilter, X } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DayFilter } from '@/components/ui/day-filter'
import { FilterChip } from '@/components/ui/filter-chip'
import { Icon } from '@/components/ui/icon'
import { type Segment, SegmentedControl } from '@/components/ui/segmented-control'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { type JournalField, type JournalFilter, journalFields, journalFilter } from '@/lib/commands/journal-filter'
import { cn } from '@/lib/core/cn'
import { countedFields, notCounted } from '@/lib/core/counted'
import { formatRange } from '@/lib/core/dates'
import type { CommandOnWire, JournalContext } from './journal-context'
import { JournalTabs } from './journal-tabs'
import { TextFilter } from './text-filter'

type Props = {
  filter: JournalFilter
  context: JournalContext
  commands: readonly CommandOnWire[]
  /** Names to choose from; empty for people who see only their own actions. */
  people: readonly string[]
  /** The name of the buyer that is filtered by, where one is known. */
  buyer: string | null
  onChange: Change
  onClear: () => void
}

const outcomes: Segment<string>[] = [
  { value: '', label: 'All' },
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
  { value: 'not-sent', label: 'Not sent' },
  { value: 'open', label: 'Unconfirmed' },
]

const owners = [
  { value: 'me', label: 'me' },
  { value: 'nobody', label: 'nobody' },
]

export function JournalFilters({ onClear, ...fields }: Props) {
  const { filter, onChange } = fields
  const { outcome = '', ...picked } = filter
  const [isOpen, setOpen] = useState(Object.keys(picked).length > 0)
  // An outcome from the address without a segment of its own: `sent`, or `unconfirmed`, which includes actions settled since.
  const segments = outcomes.some(({ value }) => value === outcome) ? outcomes : [...outcomes, { value: outcome, label: outcome }]
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <JournalTabs here="/journal" />
      <div className="-m-0.5 min-w-0 max-w-full overflow-x-auto p-0.5">
        <SegmentedControl
          label="Outcome"
          segments={segments}
          value={outcome}
          onChange={(value) => onChange({ outcome: value || null })}
        />
      </div>
      <Button className="sm:hidden" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon of={ListFilter} size={14} />
        Filter
      </Button>
      <div className={cn('flex-wrap items-center gap-2 sm:contents', isOpen ? 'flex' : 'hidden')}>
        <MoreFilters {...fields} />
        {Object.keys(filter).length > 0 && (
          <Button size="small" variant="quiet" onClick={onClear}>
            <Icon of={X} size={14} />
            Clear
          </Button>
        )}
      </div>
    </div>
  )
}

/** All but the outcome. On a phone they are folded away until somebody wants them. */
function MoreFilters({ filter, context, commands, people, buyer, onChange }: Omit<Props, 'onClear'>) {
  const { buyerId, ticket, from = null, to = null } = filter
  return (
    <>
      <DayFilter from={from} to={to} onChange={onChange} words={formatRange(from, to)} hint="Dates in UTC." />
      {people.length > 0 && (
        <FilterChip
          label="Who"
          value={filter.person ?? ''}
          onChange={(person) => onChange({ person: person || null })}
          options={named(people, filter.person)}
        />
      )}
      {(filter.owner !== undefined || filter.outcome === 'open') && (
        <FilterChip
          label="On it"
          value={filter.owner ?? ''}
          onChange={(owner) => onChange({ owner: owner || null })}
          options={owners}
        />
      )}
      <FilterChip
        label="Action"
        value={filter.operation ?? ''}
        onChange={(operation) => onChange({ operation: operation || null })}
        options={commands.map(({ name, words }) => ({ value: name, label: words }))}
      />
      {context.merchants.length > 1 && (
        <FilterChip
          label="Merchant account"
          value={filter.merchant ?? ''}
          onChange={(merchant) => onChange({ merchant: merchant || null })}
          options={context.merchants.map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      <TextFilter
        label="Buyer"
        hint="Full buyer id."
        value={buyerId}
        shown={buyerId && (buyer ?? `…${buyerId.slice(-4)}`)}
        onChange={(value) => onChange({ buyerId: value?.toLowerCase() ?? null })}
      />
      {filter.reason !== undefined && (
        <TextFilter
          label="Reason"
          hint="Why the service refused it, in its own words."
          value={filter.reason}
          shown={filter.reason.slice(0, 40)}
          onChange={(value) => onChange({ reason: value })}
        />
      )}
      <TextFilter
        label="Ticket"
        hint="Full ticket reference, exactly as entered."
        value={ticket}
        onChange={(value) => onChange({ ticket: value })}
      />
    </>
  )
}

// Keep a name from the address as an option.
function named(people: readonly string[], chosen: string | undefined) {
  const all = chosen === undefined || people.includes(chosen) ? people : [...people, chosen]
  return all.map((name) => ({ value: name, label: name }))
}

const nothing = Object.fromEntries(journalFields.map((field) => [field, null]))

type Change = (changes: Partial<Record<JournalField, string | null>>) => void

/** The filter of the journal. It lives in the address, so that a link shows the same entries. */
export function useJournalFilter(): { filter: JournalFilter; change: Change; clear: () => void } {
  const [params, change] = useSearchParamsState([...journalFields, ...countedFields])
  // Each is a step that Back undoes. Another filter has other rows than those that a number counted.
  const step: Change = (changes) => change({ ...notCounted, ...changes }, true)
  return { filter: journalFilter(params), change: step, clear: () => step(nothing) }
}
