import { StateGlyph } from '@/components/ui/state-glyph'
import { describePlace, type Refundable } from '@/lib/refunds/refund'
import { RefundMeter } from './refund-meter'

type Props = { refundable: Refundable; amount: string }

/** What a request for a refund comes to: how much is left, what somebody should see first, what happens next. */
export function RefundInShort({ refundable: { charge, currency, requested }, amount }: Props) {
  return (
    <div className="grid gap-1.5 px-2.5 py-2 text-meta">
      <RefundMeter received={charge.amount} before={requested} amount={amount} currency={currency} />
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
