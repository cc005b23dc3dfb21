import { Badge } from '@/components/ui/badge'
import type { PriceAnswer } from '@/lib/client/prices/ask-prices'
import { precheckWords, productName } from '@/lib/prices/price-words'
import { lineReceipt, type PricedLine } from '@/lib/prices/receipt'
import { Given } from './given'
import { PartReceipts } from './part-receipts'
import { ReceiptRows } from './receipt-rows'

const actionWords: Record<string, string> = { purchase: 'Purchase', renew: 'Renew', upgrade: 'Upgrade', downgrade: 'Downgrade' }

type Props = { line: PricedLine; products: PriceAnswer['products']; tax: string | null }

/** A line of a bundle: its own receipt, what it comes to in a day, a week, a month, and how autocharge is set. */
export function LineReceipt({ line, products, tax }: Props) {
  const { amount, action, quantity, code } = line
  const name = productName(products, code)
  const precheck = precheckWords(line)
  const isChange = action === 'upgrade' || action === 'downgrade'
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 py-3">
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-table">
        <bdi className="font-semibold">{quantity !== null && quantity > 1 ? `${quantity} × ${name}` : name}</bdi>
        <span className="text-meta text-muted">{actionWords[action ?? ''] ?? action}</span>
        {code && name !== code && <span className="font-mono text-meta text-muted tracking-mono">{code}</span>}
        {line.isTrial && <Badge kind="plain">trial</Badge>}
      </h3>
      {amount ? (
        <ReceiptRows rows={lineReceipt(amount, tax)} label={`Receipt of ${name}`} />
      ) : (
        <p className="text-meta text-muted">No price was given.</p>
      )}
      {isChange && amount?.amountForAction && (
        <p className="flex justify-between text-table">
          To pay for the {action} <Given amount={amount.amountForAction} className="font-semibold" />
        </p>
      )}
      <PartReceipts line={line} name={name} />
      {precheck && <p className="text-meta text-muted">{precheck}.</p>}
    </section>
  )
}
