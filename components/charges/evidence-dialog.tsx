'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { SendingButton } from '@/components/ui/sending-button'
import { isReadable } from '@/lib/charges/order-facts'
import { ticketTrouble, useTicket } from '@/lib/client/commands/use-ticket'
import { useTakeFile } from '@/lib/client/files/use-take-file'
import { type EvidenceLevel, evidenceLevels, evidencePath, levelWords, mostOrders } from '@/lib/evidence/evidence'
import { FileState } from './file-state'
import type { FilesOf } from './history-files'
import { OrderChoice } from './order-choice'

/** A pack for a dispute: which orders, for whom, and why. */
export function EvidenceDialog({ of, onClose }: { of: FilesOf; onClose: () => void }) {
  const [orders] = useState(() => of.orders.filter(isReadable).slice(0, mostOrders))
  const [chosen, setChosen] = useState(() => new Set(orders.slice(0, 1).map(({ orderId }) => orderId)))
  const [level, setLevel] = useState<EvidenceLevel>('internal')
  const [period, setPeriod] = useState({ from: '', to: '' })
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useTicket(of.ticket)
  const { state, take } = useTakeFile()
  const trouble =
    whyNot({ chosen: chosen.size, needsReason: level === 'bank' && reason.trim() === '', ...period }) ?? ticketTrouble(ticket)

  const send = () =>
    take(evidencePath(of.buyerId), of.merchant.code, {
      ...{ orderIds: [...chosen], level, from: period.from || null, to: period.to || null },
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      ...(ticket.trim() === '' ? {} : { ticket: ticket.trim() }),
    })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Evidence pack"
      subtitle={`Of a buyer of ${of.merchant.code}: a zip with a page to print, attempts, what staff did, and a signed manifest.`}
      footer={
        <>
          <Link href="/evidence" className="mr-auto text-meta underline">
            Check a pack
          </Link>
          <Button onClick={onClose}>{state.at === 'taken' ? 'Close' : 'Back'}</Button>
          <SendingButton
            variant="primary"
            sending={state.at === 'taking'}
            onClick={() => void send()}
            disabledBecause={trouble ?? undefined}
          >
            Make evidence pack
          </SendingButton>
        </>
      }
    >
      <OrderChoice orders={orders} chosen={chosen} onChange={setChosen} />
      <Field label="For whom" hint={levelWords[level].shows}>
        {(control) => (
          <Select {...control} value={level} onChange={(event) => setLevel(event.target.value as EvidenceLevel)}>
            {evidenceLevels.map((each) => (
              <option key={each} value={each}>
                {levelWords[each].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? 'Actions from' : 'Actions to'} aside="optional">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={period[end]}
                onChange={(event) => setPeriod({ ...period, [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Field label="Reason" aside={level === 'bank' ? 'needed: values leave in clear' : 'optional'}>
          {(control) => (
            <Input
              {...control}
              value={reason}
              maxLength={255}
              onChange={(event) => setReason(event.target.value)}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Ticket" error={ticketTrouble(ticket) ?? undefined}>
          {(control) => (
            <Input {...control} value={ticket} onChange={(event) => setTicket(event.target.value)} autoComplete="off" />
          )}
        </Field>
      </div>
      <FileState state={state} />
    </Dialog>
  )
}

function whyNot(given: { chosen: number; needsReason: boolean; from: string; to: string }): string | null {
  if (given.chosen === 0) return 'Choose at least one order'
  if (given.needsReason) return 'Say why personal values leave the desk'
  return given.from !== '' && given.to !== '' && given.from > given.to ? 'The first day is after the last' : null
}
