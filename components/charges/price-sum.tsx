import { formatAmount } from '@/lib/money'
import type { Order } from '@/lib/operations/schemas/charge-history'

type Given = Partial<NonNullable<Order['products'][number]['prices']>>

type Props = {
  title: string | null
  prices: Given | null
  asked: string | null | undefined
}

/** A sum is a sentence: origin − discount − coupon + tax = asked. Every number as given, none corrected. */
export function PriceSum({ title, prices, asked }: Props) {
  if (!prices) return null
  const parts = [
    { label: 'Origin', sign: '', amount: prices.origin },
    { label: withPercent('Discount', prices.discountPercent), sign: '−', amount: prices.discount },
    {
      label: withPercent(prices.couponCode ? `${prices.couponCode},` : 'Coupon', prices.couponPercent),
      sign: '−',
      amount: prices.coupon,
    },
    { label: withPercent('Tax', prices.taxPercent), sign: '+', amount: prices.tax },
    { label: 'Asked', sign: '=', amount: asked },
  ].filter(({ amount }) => amount != null)
  if (parts.length === 0) return null
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-x-4.5 gap-y-1 px-0.5 text-table tabular-nums">
      {title !== null && (
        <span dir="auto" className="basis-full text-left font-medium wrap-anywhere">
          {title}
        </span>
      )}
      {parts.map(({ label, sign, amount }) => (
        <span key={label} className="grid">
          <span className="text-meta text-muted">{label}</span>
          <span>
            {sign && <span className="mr-1 text-muted">{sign}</span>}
            {formatAmount(amount ?? '')}
          </span>
        </span>
      ))}
    </div>
  )
}

/** `Discount 25 %`: the percentage as given, less the zeros behind its point. */
function withPercent(label: string, percent: string | null | undefined): string {
  return percent == null ? label : `${label} ${percent.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros))} %`
}
