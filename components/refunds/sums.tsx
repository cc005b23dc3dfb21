import { Amount } from '@/components/ui/amount'
import type { Money } from '@/lib/core/money'

/** Sums side by side, one of each currency: two are never added. */
export const Sums = ({ sums }: { sums: readonly Money[] }) => (
  <span className="flex flex-wrap gap-x-5 gap-y-1">
    {sums.map(({ currency, amount }) => (
      <Amount key={currency} value={amount} currency={currency} received />
    ))}
  </span>
)
