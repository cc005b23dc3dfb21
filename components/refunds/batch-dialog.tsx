'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Time } from '@/components/ui/time'
import { batchesQuery } from '@/lib/client/refunds/refund-queries'
import { problemWords } from '@/lib/problem-words'
import { type Batch, placeWords } from '@/lib/refunds/refund'
import { BatchOfferRow } from './batch-offer-row'

type Props = { merchants: readonly { code: string; name: string }[]; onClose: () => void }

/** What is approved and in no file yet, by where it goes; and the files that were made, to be had again as they were. */
export function BatchDialog({ merchants, onClose }: Props) {
  const read = useQuery(batchesQuery)
  const nameOf = (code: string) => (merchants.length > 1 ? (merchants.find((each) => each.code === code)?.name ?? code) : null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Batch file"
      subtitle="One file for each provider and mid. What a file holds is in no other."
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {read.data ? (
        <>
          {read.data.offers.length === 0 ? (
            <p className="text-muted text-table">Nothing approved waits for a file.</p>
          ) : (
            <ul aria-label="Approved, in no file yet" className="divide-y rounded-control border">
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
        Made before
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
              href={`/api/desk/refunds/batches/${batch.id}`}
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
