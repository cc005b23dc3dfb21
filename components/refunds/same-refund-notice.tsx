import { CheckBox } from '@/components/ui/check-box'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Refund } from '@/lib/refunds/refund'

type Props = { refund: Refund; isAnother: boolean; onAnother: (isAnother: boolean) => void }

/** As much of the charge was requested already. Nobody requests it once more without having said that they want to. */
export function SameRefundNotice({ refund, isAnother, onAnother }: Props) {
  return (
    <Notice kind="deferred">
      <p>
        <SameRefund refund={refund} />
      </p>
      <CheckBox checked={isAnother} onChange={(event) => onAnother(event.target.checked)}>
        Request another {refund.amount} {refund.currency}.
      </CheckBox>
    </Notice>
  )
}

/** `Soren Lund requested 5.00 EUR for this charge 5 min ago.` */
export const SameRefund = ({ refund: { mine, person, amount, currency, askedAt } }: Pick<Props, 'refund'>) => (
  <>
    <b className="font-semibold">
      {mine ? 'You' : person} requested {amount} {currency}
    </b>{' '}
    for this charge <Time at={askedAt} />.
  </>
)
