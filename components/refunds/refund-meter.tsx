import { compare, formatAmount, share, subtract } from '@/lib/core/money'

/** `before` is null where it isn't known. */
type Props = { received: string; before: string | null; amount: string | null; currency: string }

/** How much of what was received is asked for: earlier requests, then this one. The words say the same. */
export function RefundMeter({ received, before, amount, currency }: Props) {
  const words = (value: string) => `${formatAmount(value)} ${currency}`
  if (before === null)
    return (
      <p className="text-meta text-muted tabular-nums">
        {words(received)} received. We don’t know right now how much of it has been requested.
      </p>
    )
  const [earlier, now] = [share(before, received) * 100, share(amount ?? '0', received) * 100]
  const left = subtract(subtract(received, before), amount ?? '0')
  return (
    <div>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden
        className="mb-1.5 block h-1.5 w-full overflow-hidden rounded-bar bg-neutral-bg"
      >
        <rect width={earlier} height="6" className="fill-chart-3" />
        <rect x={earlier} width={Math.min(now, 100 - earlier)} height="6" className="fill-chart-1" />
      </svg>
      <p className="text-meta text-muted tabular-nums">
        {words(received)} received, {compare(before, '0') === 0 ? 'nothing requested yet' : `${words(before)} already requested`}
        {amount !== null && compare(left, '0') >= 0 && `, ${words(left)} left after this request`}
      </p>
    </div>
  )
}
