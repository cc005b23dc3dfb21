'use client'

import { Columns3, X } from 'lucide'
import { CheckBox } from '@/components/ui/check-box'
import { DayFilter } from '@/components/ui/day-filter'
import { FilterChip } from '@/components/ui/filter-chip'
import { ClearFilters, FindField } from '@/components/ui/find-field'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { Menu } from '@/components/ui/menu'
import { type Segment, SegmentedControl } from '@/components/ui/segmented-control'
import type { Facets } from '@/lib/charges/facets'
import { type LedgerColumn, ledgerColumns } from '@/lib/charges/ledger'
import { type ChargeFilter, isChargeFiltering, type OrderState, orderStates } from '@/lib/charges/order-filter'
import { formatPeriod } from '@/lib/charges/periods'
import { moneyLabels, traitLabels } from '@/lib/charges/trait-words'
import { formatRange } from '@/lib/core/dates'
import { columnNames, fixedColumns } from './ledger-columns'
import { PickFilter } from './order-filters'

type Props = {
  filter: ChargeFilter
  facets: Facets
  /** The whole history is read: what is counted before is of another moment than the sums. */
  isRead: boolean
  columns: readonly LedgerColumn[]
  onColumns: (columns: readonly LedgerColumn[]) => void
  onChange: (changes: Partial<ChargeFilter>) => void
  onClear: () => void
}

/** The filters of the table on one line, and which columns it has. */
export function ChargeTools({ filter, facets, isRead, columns, onColumns, onChange, onClear }: Props) {
  return (
    // On a phone it is one line that scrolls.
    <div className="flex min-h-[2.625rem] min-w-0 items-center gap-1.5 overflow-x-auto border-b px-2 py-1 sm:flex-wrap sm:overflow-x-visible print:hidden">
      <SegmentedControl
        label="Outcome"
        segments={segmentsOf(facets, filter, isRead)}
        value={filter.state ?? 'all'}
        onChange={(state) => onChange({ state: state === 'all' || state === 'actions' ? null : state })}
      />
      <Picks filter={filter} onChange={onChange} />
      <ValueChip label="Product" field="product" filter={filter} facets={facets} onChange={onChange} />
      {filter.mid === null && ( // what was picked names it
        <ValueChip label="Provider" field="provider" filter={filter} facets={facets} onChange={onChange} />
      )}
      <DayFilter
        from={filter.from}
        to={filter.to}
        onChange={onChange}
        words={formatRange(filter.from, filter.to)}
        hint="Dates in service time."
      />
      <PickFilter filter={filter} facets={facets} fields={['status', 'type']} onChange={onChange} />
      {isChargeFiltering(filter) && <ClearFilters onClear={onClear} />}
      <span className="ml-auto flex min-w-0 items-center gap-1.5 max-sm:flex-none">
        {!isChargeFiltering(filter) && ( // several filters need its room to stay on one line
          <span aria-hidden className="flex items-center gap-1 whitespace-nowrap text-meta text-muted max-lg:hidden">
            <Kbd>J</Kbd>
            <Kbd>K</Kbd> move <Kbd>⏎</Kbd> open
          </span>
        )}
        <ColumnMenu columns={columns} onColumns={onColumns} />
        <FindField
          label="Find in orders"
          placeholder="Amount, card, id"
          value={filter.find}
          onChange={(find) => onChange({ find })}
          className="max-sm:w-42! max-sm:flex-none"
        />
      </span>
    </div>
  )
}

const stateLabels: Record<OrderState, string> = { received: 'Received', declined: 'Lost', open: 'Open', other: 'Other' }

/** Outcomes that no order has are left out. */
function segmentsOf({ states }: Facets, filter: ChargeFilter, isRead: boolean): Segment<OrderState | 'all' | 'actions'>[] {
  const chosen = filter.state
  const all = orderStates.reduce((count, state) => count + states[state], 0)
  const present = orderStates.filter((state) => states[state] > 0 || state === chosen)
  // The counts are of the whole history, and under another filter a press would lead to other numbers.
  const counted = (count: number) => (!isRead || isChargeFiltering({ ...filter, state: null }) ? {} : { count })
  return [
    { value: 'all', label: 'All', ...counted(all) },
    ...present.map((state) => ({ value: state, label: stateLabels[state], ...counted(states[state]) })),
  ]
}

type ChipProps = Pick<Props, 'filter' | 'facets' | 'onChange'> & { label: string; field: 'product' | 'provider' }

/** A value that the history has. A product or provider that is the only one leaves nothing to choose. */
function ValueChip({ label, field, filter, facets, onChange }: ChipProps) {
  const chosen = filter[field]
  const values = facets[field].map(({ value, count }) => ({ value, label: `${value} (${count.toLocaleString('en')})` }))
  if (values.length < 2 && chosen === null) return null
  const isMissing = chosen !== null && facets[field].every(({ value }) => value !== chosen)
  return (
    <FilterChip
      label={label}
      value={chosen ?? ''}
      options={isMissing ? [...values, { value: chosen, label: chosen }] : values}
      onChange={(value) => onChange({ [field]: value || null, ...(field === 'provider' ? { mid: null } : {}) })}
      className="max-w-56 overflow-hidden"
    />
  )
}

type Picked = { label: string; fields: Partial<ChargeFilter> }

/** What was picked by pressing a number or a month. Each goes by itself. */
function Picks({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const picks = picked(filter)
  if (picks.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex gap-1.5 sm:flex-wrap">
      {picks.map(({ label, fields }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => onChange(fields)}
            className="inline-flex h-7 items-center gap-1.5 rounded-control border border-line-strong bg-raised px-2 font-medium text-table hover:bg-hover max-sm:h-10"
          >
            <span className="max-w-56 truncate whitespace-nowrap">{label}</span>
            <Icon of={X} size={14} className="text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function picked({ month, money, mid, provider, reason, has }: ChargeFilter): Picked[] {
  return [
    month !== null && { label: formatPeriod(month), fields: { month: null } },
    money !== null && { label: moneyLabels[money], fields: { money: null } },
    mid !== null && { label: `at ${[provider, mid].filter(Boolean).join(' / ')}`, fields: { mid: null, provider: null } },
    reason !== null && { label: `declined: ${reason}`, fields: { reason: null } },
    has !== null && { label: traitLabels[has], fields: { has: null } },
  ].filter((pick) => pick !== false)
}

/** Which columns the table has. The choice is kept in this browser. */
function ColumnMenu({ columns, onColumns }: Pick<Props, 'columns' | 'onColumns'>) {
  const toggle = (column: LedgerColumn, isOn: boolean) =>
    onColumns(ledgerColumns.filter((each) => (each === column ? isOn : columns.includes(each))))
  return (
    <Menu
      label="Columns"
      className="w-52 p-3"
      triggerClassName="inline-flex h-7 flex-none items-center gap-1.5 whitespace-nowrap rounded-control border border-line-strong px-2 text-table hover:bg-hover max-sm:hidden"
      trigger={
        <>
          <Icon of={Columns3} size={12} className="text-muted" />
          Columns
        </>
      }
    >
      {ledgerColumns.map((column) => (
        <CheckBox
          key={column}
          checked={columns.includes(column)}
          disabled={fixedColumns.includes(column)}
          onChange={({ target }) => toggle(column, target.checked)}
        >
          {columnNames[column]}
        </CheckBox>
      ))}
    </Menu>
  )
}
