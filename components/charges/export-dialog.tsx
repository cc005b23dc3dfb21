'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { SendingButton } from '@/components/ui/sending-button'
import { chargeParamsOf } from '@/lib/charges/charge-filter'
import { ticketTrouble, useTicket } from '@/lib/client/commands/use-ticket'
import { useTakeFile } from '@/lib/client/files/use-take-file'
import { exportPath, type FileFormat, type FileOrder, type RowKind, rowKinds, rowWords } from '@/lib/files/charge-file'
import { columnsOf } from '@/lib/files/columns'
import { CheckBox } from './check-box'
import { ColumnChoice } from './column-choice'
import { FileState } from './file-state'
import type { FilesOf } from './history-files'

const usual = (rows: RowKind) => new Set(columnsOf[rows].map(({ name }) => name))

/** The charge history as a file: what its rows are, which columns, in which zone. */
export function ExportDialog({ of, onClose }: { of: FilesOf; onClose: () => void }) {
  const [rows, setRows] = useState<RowKind>('orders')
  const [format, setFormat] = useState<FileFormat>('csv')
  const [order, setOrder] = useState<FileOrder>('newest-first')
  const [zone, setZone] = useState('service')
  const [columns, setColumns] = useState(() => usual('orders'))
  const [onlyFiltered, setOnlyFiltered] = useState(true)
  const [ticket, setTicket] = useTicket(of.ticket)
  const { state, take } = useTakeFile()
  const verb = `Export ${format.toUpperCase()}`
  const filter = chargeParamsOf(of.filter)
  const filtered = Object.keys(filter).length > 0
  const trouble = ticketTrouble(ticket)

  const send = () =>
    take(exportPath(of.buyerId), of.merchant.code, {
      ...{ rows, format, order, zone },
      columns: columnsOf[rows].flatMap(({ name }) => (columns.has(name) ? name : [])),
      filter: onlyFiltered ? filter : {},
      ...(ticket.trim() === '' ? {} : { ticket: ticket.trim() }),
    })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={verb}
      subtitle={`The whole charge history on ${of.merchant.code}, personal values masked.`}
      footer={
        <>
          <Button onClick={onClose}>{state.at === 'taken' ? 'Close' : 'Back'}</Button>
          <SendingButton
            variant="primary"
            sending={state.at === 'taking'}
            onClick={() => void send()}
            disabledBecause={columns.size === 0 ? 'Choose at least one column' : (trouble ?? undefined)}
          >
            {verb}
          </SendingButton>
        </>
      }
    >
      <div className="-m-0.5 overflow-x-auto p-0.5">
        <SegmentedControl
          label="Each row is"
          segments={rowKinds.map((value) => ({ value, label: rowWords[value] }))}
          value={rows}
          onChange={(next) => {
            setRows(next)
            setColumns(usual(next))
          }}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Format">
          {(control) => (
            <Select {...control} value={format} onChange={(event) => setFormat(event.target.value as FileFormat)}>
              <option value="csv">CSV</option>
              <option value="xlsx">Excel workbook (XLSX)</option>
            </Select>
          )}
        </Field>
        <Field label="Order">
          {(control) => (
            <Select {...control} value={order} onChange={(event) => setOrder(event.target.value as FileOrder)}>
              <option value="newest-first">Newest first</option>
              <option value="oldest-first">Oldest first</option>
            </Select>
          )}
        </Field>
        <Field label="Time zone" hint={zoneHint(zone, of.merchant.timeZone)}>
          {(control) => (
            <Select {...control} value={zone} onChange={(event) => setZone(event.target.value)}>
              <option value="service">Service time, as given</option>
              {zonesFor(of.merchant.timeZone).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Ticket" error={trouble ?? undefined}>
          {(control) => (
            <Input {...control} value={ticket} onChange={(event) => setTicket(event.target.value)} autoComplete="off" />
          )}
        </Field>
      </div>
      {filtered && (
        <CheckBox checked={onlyFiltered} onChange={(event) => setOnlyFiltered(event.target.checked)}>
          Only orders that pass the filter of the page
        </CheckBox>
      )}
      <ColumnChoice columns={columnsOf[rows]} chosen={columns} onChange={setColumns} />
      <FileState state={state} />
    </Dialog>
  )
}

const zonesFor = (ofAccount: string) => [...new Set([ofAccount, Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC'])]

const zoneHint = (zone: string, ofAccount: string) =>
  zone === 'service'
    ? 'The head of each time column says so.'
    : `Times without a zone are read as ${ofAccount}; the head says so.`
