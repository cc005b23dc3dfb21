import { Badge } from '@/components/ui/badge'
import { GivenAmount } from '@/components/ui/given-amount'
import { ReceiptRows } from '@/components/ui/receipt-rows'
import type { PriceAnswer } from '@/lib/prices/client/ask-prices'
import { describePrecheck, perPart, productName } from '@/lib/prices/price-words'
import { lineReceipt, type PricedLine, receiptParts } from '@/lib/prices/receipt'
import { actionLabels, isMove, priceActions } from '@/lib/prices/workbench'

type Props = { line: PricedLine; products: PriceAnswer['products']; tax: string | null }

/** A line of a bundle: its receipt, its price per day, week and month, and its autocharge setting. */
export function LineReceipt({ line, products, tax }: Props) {
  const { amount, action, quantity, code } = line
  const name = productName(products, code)
  const precheck = describePrecheck(line)
  const words = priceActions.find((each) => each === action)
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 py-3">
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-table">
        <bdi className="font-semibold">{quantity !== null && quantity > 1 ? `${quantity} × ${name}` : name}</bdi>
        <span className="text-meta text-muted">{words === undefined ? action : actionLabels[words]}</span>
        {code && name !== code && <span className="font-mono text-meta text-muted tracking-mono">{code}</span>}
        {line.isTrial && <Badge kind="plain">trial</Badge>}
      </h3>
      {amount ? (
        <ReceiptRows rows={lineReceipt(amount, tax)} label={`Receipt of ${name}`} />
      ) : (
        <p className="text-meta text-muted">The service returned no price.</p>
      )}
      {isMove(action) && amount?.amountForAction && (
        <p className="flex justify-between text-table">
          To pay now for the {action} <GivenAmount amount={amount.amountForAction} className="font-semibold" />
        </p>
      )}
      <PartReceipts line={line} name={name} />
      {precheck && <p className="text-meta text-muted">{precheck}.</p>}
    </section>
  )
}

/** The same receipt for a day, a week and a month, side by side. */
export function PartReceipts({ line, name }: { line: PricedLine; name: string }) {
  const parts = perPart(line).map(({ part, amount }) => ({ part, rows: lineReceipt(amount, null) }))
  // Show a row for all periods if any of them has it: a discount may round to zero per day but not per month.
  const all = parts.flatMap(({ rows }) => rows).toSorted((a, b) => receiptParts.indexOf(a.part) - receiptParts.indexOf(b.part))
  const labels = [...new Set(all.map(({ sign, label }) => `${sign} ${label}`))]
  if (parts.length === 0) return null
  return (
    <table aria-label={`${name}, per day, week and month`} className="mt-1 w-full rounded-control bg-sunken text-meta">
      <thead>
        <tr className="text-muted">
          <td />
          {parts.map(({ part }) => (
            <th key={part} scope="col" className="px-2 pt-1.5 text-right font-medium">
              a {part}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, index) => (
          <tr key={label} className={index === labels.length - 1 ? 'font-semibold text-ink' : 'text-ink-2'}>
            <th scope="row" className="px-2 py-0.5 text-left font-normal last:pb-1.5">
              {label.trim()}
            </th>
            {parts.map(({ part, rows }) => (
              <td key={part} className="px-2 py-0.5 text-right">
                <GivenAmount amount={rows.find((row) => `${row.sign} ${row.label}` === label)?.amount ?? null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
