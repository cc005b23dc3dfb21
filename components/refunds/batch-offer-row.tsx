'use client'

import { Notice } from '@/components/ui/notice'
import { SendingButton } from '@/components/ui/sending-button'
import { deskPost } from '@/lib/client/desk-post'
import { formatAmount } from '@/lib/money'
import { type Batch, type BatchOffer, placeWords } from '@/lib/refunds/refund'
import { useOnce } from './use-once'

type Props = { offer: BatchOffer; merchantName: string | null }

/** What waits for one provider and mid, and the button that makes its file. */
export function BatchOfferRow({ offer, merchantName }: Props) {
  const { merchant, provider, mid, count, sums } = offer
  const making = useOnce(async (actionId) => {
    const batch = await deskPost<Batch>('/api/desk/refunds/batches', { actionId, body: { merchant, provider, mid } })
    location.assign(`/api/desk/refunds/batches/${batch.id}`) // a file, so the page stays
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
          aria-label={`Make the file for ${placeWords(offer)}`}
          sending={making.isPending}
          onClick={() => making.mutate(undefined)}
        >
          Make the file
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
