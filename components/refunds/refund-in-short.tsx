import { StateGlyph } from '@/components/ui/state-glyph'
import { describePlace, type Refundable } from '@/lib/refunds/refund'
import { sameRequest } from '@/lib/refunds/refund-amount'
import { RefundMeter } from './refund-meter'
import { SameRefund } from './same-refund-notice'

type Props = { refundable: Refundable; amount: string }

/** What a request for a refund comes to: how much is left, what somebody should see first, what happens next. */
export function RefundInShort({ refundable, amount }: Props) {
  const { charge, currency, requested } = refundable
  const same = sameRequest(refundable, amount)
  return (
    <div className="grid gap-1.5 px-2.5 py-2 text-meta">
      <RefundMeter received={charge.amount} before={requested} amount={amount} currency={currency} />
      {same && (
        <p>
          <SameRefund refund={same} /> This would be another one.
        </p>
      )}
      {charge.doubts.map((doubt) => (
        <p key={doubt} className="flex items-start gap-1.5">
          <StateGlyph kind="deferred" size={12} className="mt-0.5 flex-none" />
          {doubt}
        </p>
      ))}
      <p className="text-ink-2">
        Nothing is sent to the service. Finance decides, then the refund is made at {describePlace(charge)}.
      </p>
    </div>
  )
}
