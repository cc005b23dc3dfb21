'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Time } from '@/components/ui/time'
import { request } from '@/lib/client/request'
import { formatAmount } from '@/lib/core/money'
import { problemWords } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import { batchesQuery } from '@/lib/refunds/client/refund-queries'
import { type Batch, type BatchOffer, placeWords } from '@/lib/refunds/refund'
import { useOnce } from './use-once'

type Props = { merchants: readonly { code: string; name: string }[]; onClose: () => void }

/** Approved refunds without a file, by provider and mid, and the files made so far, which can be downloaded again. */
export function BatchDialog({ merchants, onClose }: Props) {
  const read = useQuery(batchesQuery)
  const nameOf = (code: string) => (merchants.length > 1 ? (merchants.find((each) => each.code === code)?.name ?? code) : null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Batch file"
      subtitle="One file per provider and mid. Each refund is in only one file."
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {read.data ? (
        <>
          {read.data.offers.length === 0 ? (
            <p className="text-muted text-table">No approved refunds to export. They appear here once approved.</p>
          ) : (
            <ul aria-label="Ready to export" className="divide-y rounded-control border">
              {read.data.offers.map((offer) => (
                <BatchOfferRow
                  key={`${offer.merchant} ${placeWords(offer)}`}
                  offer={offer}
                  merchantName={nameOf(offer.merchant)}
                />
              ))}
            </ul>
          )}
          {read.data.batches.length > 0 && <MadeBefore batches={read.data.batches} />}
        </>
      ) : read.error ? (
        <ProblemNotice {...problemWords(read.error)} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Dialog>
  )
}

function MadeBefore({ batches }: { batches: readonly Batch[] }) {
  return (
    <section aria-labelledby="made-before">
      <h3 id="made-before" className="mb-1 font-medium text-table">
        Earlier files
      </h3>
      <ul className="divide-y rounded-control border">
        {batches.map((batch) => (
          <li key={batch.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-table">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{placeWords(batch)}</span>
              <span className="block text-meta text-muted">
                {batch.count === 1 ? '1 refund' : `${batch.count} refunds`}, {batch.person},{' '}
                <Time at={batch.madeAt} align="start" />
              </span>
            </span>
            <a
              href={routes.refundBatch(batch.id)}
              download
              aria-label={`Download ${placeWords(batch)}, ${batch.count}`}
              className={buttonClass({ size: 'small' })}
            >
              Download
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

type BatchOfferRowProps = { offer: BatchOffer; merchantName: string | null }

/** Refunds waiting for one provider and mid, and the button that makes their file. */
function BatchOfferRow({ offer, merchantName }: BatchOfferRowProps) {
  const { merchant, provider, mid, count, sums } = offer
  const making = useOnce(async (actionId) => {
    const batch = await request<Batch>(routes.refundBatches(), { actionId, body: { merchant, provider, mid } })
    location.assign(routes.refundBatch(batch.id)) // a download, so the page stays
    return batch
  })
  return (
    <li className="grid gap-2 px-3 py-2 text-table">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{placeWords(offer)}</span>
          <span className="block text-meta text-muted tabular-nums">
            {[
              merchantName,
              count === 1 ? '1 refund' : `${count} refunds`,
              ...sums.map(({ currency, amount }) => `${formatAmount(amount)} ${currency}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <SendingButton
          size="small"
          aria-label={`Create file for ${placeWords(offer)}`}
          sending={making.isPending}
          onClick={() => making.mutate(undefined)}
        >
          Create file
        </SendingButton>
      </span>
      {making.error && (
        <Notice kind="declined" role="alert">
          {making.error.message}
        </Notice>
      )}
    </li>
  )
}
