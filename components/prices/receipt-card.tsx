import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import type { PriceAnswer } from '@/lib/prices/client/ask-prices'
import { taxWords } from '@/lib/prices/price-words'
import { doesNotAddUp, type PricedBundle, type ReceiptRow, totalReceipt } from '@/lib/prices/receipt'
import { GivenAmount } from './given'
import { LineReceipt, ReceiptRows } from './line-receipt'

type Props = {
  /** "C in EUR". */
  name: string
  answer: PriceAnswer
  bundle: PricedBundle
}

/** How a bundle's price came about, line by line and as a whole: the service's strings as given. */
export function ReceiptCard({ name, answer, bundle }: Props) {
  const tax = taxWords(answer.tax)
  const rows = totalReceipt(bundle, tax)
  const note = doesNotAddUp(bundle)
  const total = bundle.totalAmount?.amountWithDiscountsAndCouponsAndTax ?? null
  return (
    <Card aria-labelledby="receipt">
      <CardHead title="Receipt" id="receipt" beside={<span className="text-meta text-muted">{name}</span>}>
        <CopyButton text={asText(rows, answer.currency)} size="small" className="print:hidden" />
      </CardHead>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] divide-y py-0">
        {bundle.products.map((line, index) => (
          <LineReceipt key={line.productHashKey ?? index} line={line} products={answer.products} tax={tax} />
        ))}
        <div className="grid gap-2 py-3">
          <p className="flex items-baseline justify-between gap-2">
            <b className="font-semibold text-table">Total</b>
            <span>
              <GivenAmount amount={total} className="font-semibold text-total" />{' '}
              <small className="text-ink-2 text-table">{answer.currency}</small>
            </span>
          </p>
          <ReceiptRows rows={rows} label="Receipt of the bundle" />
          {note && <Notice kind="neutral">{note}</Notice>}
          <p className="text-meta text-muted">{tax === null ? 'The service returned no tax information.' : `Tax: ${tax}.`}</p>
        </div>
        <Methods methods={answer.chargeMethods} />
      </CardBody>
    </Card>
  )
}

function Methods({ methods }: { methods: PriceAnswer['chargeMethods'] }) {
  if (methods.length === 0) return <p className="py-3 text-meta text-muted">The buyer has no stored payment method.</p>
  return (
    <div className="py-3">
      <h3 className="font-medium text-table">Stored payment methods</h3>
      <ul className="text-meta text-muted">
        {methods.map(({ paymentMethodType, paymentMethodIdentifier, chargeMethodId }) => (
          <li key={chargeMethodId}>
            {paymentMethodType} <bdi className="tabular-nums">{paymentMethodIdentifier}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

const asText = (rows: readonly ReceiptRow[], currency: string | null) =>
  rows.map(({ sign, label, note, amount }) => [sign, label, note, amount, currency].filter(Boolean).join(' ')).join('\n')
