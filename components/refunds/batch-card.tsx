'use client'

import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide'
import { useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Time } from '@/components/ui/time'
import { request } from '@/lib/client/request'
import { countOf } from '@/lib/core/count-of'
import { sumByCurrency } from '@/lib/core/money'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import { batchesQuery } from '@/lib/refunds/client/refund-queries'
import { type Batch, type BatchOffer, describePlace } from '@/lib/refunds/refund'
import { DespiteField } from './despite-field'
import { Sums } from './sums'
import { useOnce } from './use-once'

type Props = { merchants: readonly { code: string; name: string }[] }

/** Approved refunds that no file holds, by provider and mid with their sums, and the files made so far, which can be downloaded again. */
export function BatchCard({ merchants }: Props) {
  // What a colleague has just put into a file is no longer offered, and whoever pressed too late must still read that.
  const [problem, setProblem] = useState<string | null>(null)
  const read = useQuery(batchesQuery)
  const nameOf = (code: string) => (merchants.length > 1 ? (merchants.find((each) => each.code === code)?.name ?? code) : null)
  return (
    <Card aria-labelledby="batch">
      <CardHead title="Batch" id="batch" beside={<span className="text-meta text-muted">approved, not in a file yet</span>} />
      {problem !== null && (
        <Notice kind="declined" role="alert" className="m-4">
          {problem}
        </Notice>
      )}
      {read.data ? (
        <>
          {read.data.offers.length === 0 ? (
            <CardBody className="text-muted text-table">No approved refunds to export. They appear here once approved.</CardBody>
          ) : (
            <Offers offers={read.data.offers} nameOf={nameOf} onProblem={setProblem} />
          )}
          {read.data.batches.length > 0 && <EarlierFiles batches={read.data.batches} />}
        </>
      ) : read.error ? (
        <ProblemNotice {...describeProblem(read.error)} className="m-4" onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Card>
  )
}

type OnProblem = (problem: string | null) => void
type OffersProps = { offers: readonly BatchOffer[]; nameOf: (merchant: string) => string | null; onProblem: OnProblem }

function Offers({ offers, nameOf, onProblem }: OffersProps) {
  const all = [...sumByCurrency(offers.flatMap(({ sums }) => sums))].map(([currency, amount]) => ({ currency, amount }))
  const count = offers.reduce((sum, offer) => sum + offer.count, 0)
  return (
    <>
      <ul aria-label="Ready to export" className="divide-y">
        {offers.map((offer) => (
          <BatchOfferRow
            key={`${offer.merchant} ${describePlace(offer)}`}
            offer={offer}
            merchantName={nameOf(offer.merchant)}
            onProblem={onProblem}
          />
        ))}
      </ul>
      {offers.length > 1 && (
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1 border-line-strong border-t px-4 py-2.5 text-table">
          <b className="mr-auto font-medium">{countOf(offers.length, 'file')}</b>
          <span className="text-muted tabular-nums">{countOf(count, 'refund')}</span>
          <Sums sums={all} />
        </p>
      )}
    </>
  )
}

type BatchOfferRowProps = { offer: BatchOffer; merchantName: string | null; onProblem: OnProblem }

/** Refunds waiting for one provider and mid, and the button that makes their file. */
function BatchOfferRow({ offer, merchantName, onProblem }: BatchOfferRowProps) {
  const { merchant, provider, mid, count, unexplained, sums } = offer
  const [despite, setDespite] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isMissing = unexplained > 0 && despite.trim() === ''
  const making = useOnce(async (actionId) => {
    const why = unexplained > 0 ? { despite: despite.trim() } : {}
    const body = { merchant, provider, mid, ...why }
    const batch = await request<Batch>(routes.refundBatches(), { actionId, body }).catch((cause: Error) => {
      onProblem(cause.message) // here, because the row may be gone by now
      throw cause
    })
    location.assign(routes.refundBatch(batch.id)) // a download, so the page stays
    return batch
  })
  return (
    <li className="grid gap-2 px-4 py-2 text-table">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{describePlace(offer)}</span>
          {merchantName !== null && <span className="block text-meta text-muted">{merchantName}</span>}
        </span>
        <span className="text-muted tabular-nums">{countOf(count, 'refund')}</span>
        <Sums sums={sums} />
        <SendingButton
          size="small"
          aria-label={`Create file for ${describePlace(offer)}`}
          sending={making.isPending}
          onClick={() => {
            setChecked(true)
            onProblem(null)
            if (!isMissing) making.mutate(undefined)
          }}
        >
          Create file
        </SendingButton>
      </span>
      {unexplained > 0 && (
        <DespiteField
          hint={`Since the approval, events say that money of ${countOf(unexplained, 'refund')} may have gone back already.`}
          value={despite}
          isMissing={isChecked && isMissing}
          onChange={setDespite}
        />
      )}
    </li>
  )
}

function EarlierFiles({ batches }: { batches: readonly Batch[] }) {
  return (
    <details className="border-t">
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 px-4 text-ink-2 text-table hover:bg-hover">
        <Icon of={FileDown} size={14} className="text-muted" />
        Earlier files <span className="text-muted">{batches.length}</span>
      </summary>
      <ul className="divide-y border-t">
        {batches.map((batch) => (
          <li key={batch.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-table">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{describePlace(batch)}</span>
              <span className="block text-meta text-muted">
                {countOf(batch.count, 'refund')}, {batch.person}, <Time at={batch.madeAt} align="start" />
              </span>
            </span>
            <a
              href={routes.refundBatch(batch.id)}
              download
              aria-label={`Download ${describePlace(batch)}, ${countOf(batch.count, 'refund')}`}
              className={buttonClass({ size: 'small' })}
            >
              Download
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
