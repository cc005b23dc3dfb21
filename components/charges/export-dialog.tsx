'use client'

import { useState } from 'react'
import { CheckBox } from '@/components/ui/check-box'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { formatFilterPeriod } from '@/lib/charges/filter-period'
import { chargeParamsOf } from '@/lib/charges/order-filter'
import * as routes from '@/lib/core/routes'
import { type FileFormat, type FileOrder, type RowKind, rowKinds, rowLabels } from '@/lib/files/charge-file'
import { columnsOf } from '@/lib/files/columns'
import { FileChoice, FileDialog, FileSelect, FileTicket, useFile } from './file-dialog'
import type { FilesOf } from './history-files'

const formats: readonly { value: FileFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel workbook (XLSX)' },
]
const fileOrders: readonly { value: FileOrder; label: string }[] = [
  { value: 'newest-first', label: 'Newest first' },
  { value: 'oldest-first', label: 'Oldest first' },
]
const usual = (rows: RowKind) => new Set<string>(columnsOf[rows].map(({ name }) => name))

/** Exports the charge history as a file: the kind of rows, the columns and the time zone. */
export function ExportDialog({ of, onClose }: { of: FilesOf; onClose: () => void }) {
  const [rows, setRows] = useState<RowKind>('orders')
  const [shape, setShape] = useState<Shape>({ format: 'csv', order: 'newest-first', zone: 'service' })
  const [columns, setColumns] = useState(() => usual('orders'))
  const [onlyFiltered, setOnlyFiltered] = useState(true)
  const file = useFile(of)
  const verb = `Export ${shape.format.toUpperCase()}`
  const filter = chargeParamsOf(of.filter)
  const filtered = Object.keys(filter).length > 0

  const missing = [
    columns.size === 0 && 'Choose at least one column',
    filtered && onlyFiltered && of.found === 0 && 'No order matches the page’s filters',
  ].find((why) => why !== false)

  const take = () =>
    file.take(routes.buyerExport(of.buyerId), {
      rows,
      ...shape,
      columns: columnsOf[rows].flatMap(({ name }) => (columns.has(name) ? name : [])),
      filter: onlyFiltered ? filter : {},
    })

  return (
    <FileDialog
      title={verb}
      subtitle={`${onlyFiltered && filtered ? describeFiltered(of) : 'This buyer’s full charge history'} on ${of.merchant.name}. Personal values are masked.`}
      verb={verb}
      file={file}
      disabledBecause={missing ?? null}
      onTake={take}
      onClose={onClose}
    >
      <div className="-m-0.5 overflow-x-auto p-0.5">
        <SegmentedControl
          label="One row per"
          segments={rowKinds.map((value) => ({ value, label: rowLabels[value] }))}
          value={rows}
          onChange={(next) => {
            setRows(next)
            setColumns(usual(next))
          }}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <ShapeFields shape={shape} merchantZone={of.merchant.timeZone} onChange={setShape} />
        <FileTicket file={file} />
      </div>
      {filtered && (
        <CheckBox checked={onlyFiltered} onChange={(event) => setOnlyFiltered(event.target.checked)}>
          Only orders that match the page’s filters
        </CheckBox>
      )}
      <FileChoice
        legend="Columns"
        options={columnsOf[rows].map(({ name, head }) => ({ id: name, label: head }))}
        chosen={columns}
        onChange={setColumns}
        allWords="All columns"
        className="grid grid-cols-2 gap-x-4 sm:grid-cols-3"
      />
    </FileDialog>
  )
}

/** How the rows are written, whichever they are. */
type Shape = { format: FileFormat; order: FileOrder; zone: string }

type ShapeProps = { shape: Shape; merchantZone: string; onChange: (shape: Shape) => void }

const ShapeFields = ({ shape, merchantZone, onChange }: ShapeProps) => (
  <>
    <FileSelect label="Format" options={formats} value={shape.format} onChange={(format) => onChange({ ...shape, format })} />
    <FileSelect label="Order" options={fileOrders} value={shape.order} onChange={(order) => onChange({ ...shape, order })} />
    <FileSelect
      label="Time zone"
      hint={zoneHint(shape.zone, merchantZone)}
      options={zonesFor(merchantZone)}
      value={shape.zone}
      onChange={(zone) => onChange({ ...shape, zone })}
    />
  </>
)

/** `8 orders, Oct 2026`, of what passes the filter of the page. */
function describeFiltered({ found, filter }: FilesOf): string {
  const orders = found === undefined ? 'The filtered orders' : `${found.toLocaleString('en')} ${found === 1 ? 'order' : 'orders'}`
  const days = formatFilterPeriod(filter)
  return days === null ? orders : `${orders}, ${days},`
}

function zonesFor(merchantZone: string) {
  const zones = new Set([merchantZone, Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC'])
  return [{ value: 'service', label: 'Service time, unconverted' }, ...[...zones].map((value) => ({ value, label: value }))]
}

const zoneHint = (zone: string, merchantZone: string) =>
  zone === 'service'
    ? 'Column headers name the time zone.'
    : `Times without a zone are treated as ${merchantZone}. Column headers name it.`
