'use client'

import Link from 'next/link'
import { useState } from 'react'
import { factsOf, isReadable } from '@/lib/charges/order-facts'
import { outcomeOf } from '@/lib/charges/outcome'
import * as routes from '@/lib/core/routes'
import { type EvidenceLevel, evidenceLevels, levelLabels, maxOrders } from '@/lib/files/evidence'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { usePasskey } from '@/lib/signatures/client/use-passkey'
import { FileChoice, FileDialog, FileSelect, FileText, FileTicket, useFile } from './file-dialog'
import type { FilesOf } from './history-files'

/** Makes an evidence pack for a dispute: which orders, for whom, and why. */
export function EvidenceDialog({ of, onClose }: { of: FilesOf; onClose: () => void }) {
  const [orders] = useState(() => of.orders.filter(isReadable).slice(0, maxOrders))
  const [chosen, setChosen] = useState(() => new Set(orders.slice(0, 1).map(({ orderId }) => orderId)))
  const [level, setLevel] = useState<EvidenceLevel>('internal')
  const [period, setPeriod] = useState({ from: '', to: '' })
  const [reason, setReason] = useState('')
  const file = useFile(of)
  const passkey = usePasskey('bank-pack', level === 'bank')
  const needed = whyNot({ chosen: chosen.size, needsReason: level === 'bank' && reason.trim() === '', ...period })

  const take = () =>
    file.take(routes.buyerEvidence(of.buyerId), {
      orderIds: [...chosen],
      level,
      from: period.from || null,
      to: period.to || null,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    })

  return (
    <FileDialog
      title="Evidence pack"
      subtitle={`A zip for one buyer of ${of.merchant.name}, with a printable page, attempts, staff actions and a signed manifest.`}
      verb={passkey.says('Create evidence pack')}
      file={file}
      disabledBecause={needed ?? passkey.missing ?? null}
      beside={
        <Link prefetch={false} href="/evidence" className="mr-auto text-meta underline">
          Check a pack
        </Link>
      }
      onTake={take}
      onClose={onClose}
    >
      <FileChoice
        legend={`Orders, ${chosen.size} chosen`}
        options={orders.map((order) => ({ id: order.orderId, label: <OrderText order={order} /> }))}
        chosen={chosen}
        onChange={setChosen}
        allWords="Select all"
        note="Showing the newest orders that match the page’s filters. Change the filters to see others."
        className="max-h-56 overflow-y-auto rounded-control border px-3 py-1"
      />
      <FileSelect
        label="Audience"
        hint={levelLabels[level].shows}
        options={evidenceLevels.map((value) => ({ value, label: levelLabels[value].label }))}
        value={level}
        onChange={setLevel}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PeriodFields period={period} onChange={setPeriod} />
        <FileText
          label="Reason"
          aside={level === 'bank' ? 'required for unmasked values' : 'optional'}
          value={reason}
          maxLength={255}
          onChange={setReason}
        />
        <FileTicket file={file} />
      </div>
    </FileDialog>
  )
}

type Period = { from: string; to: string }

const PeriodFields = ({ period, onChange }: { period: Period; onChange: (period: Period) => void }) =>
  (['from', 'to'] as const).map((end) => (
    <FileText
      key={end}
      label={end === 'from' ? 'Actions from' : 'Actions to'}
      aside="optional"
      type="date"
      value={period[end]}
      onChange={(day) => onChange({ ...period, [end]: day })}
    />
  ))

function whyNot(given: Period & { chosen: number; needsReason: boolean }): string | null {
  if (given.chosen === 0) return 'Choose at least one order'
  if (given.needsReason) return 'Enter why personal values are being exported'
  return given.from !== '' && given.to !== '' && given.from > given.to ? 'The first day must be before the last' : null
}

const OrderText = ({ order }: { order: Order }) => (
  <>
    <span className="tabular-nums">{order.createdAt ?? 'no date'}</span>, {outcomeOf(factsOf(order)).words}{' '}
    <span className="break-all font-mono text-meta text-muted">{order.orderId}</span>
  </>
)
