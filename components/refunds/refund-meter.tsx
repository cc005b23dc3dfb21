import { compare, formatAmount, share, subtract } from '@/lib/core/money'

type Props = { received: string; before: string; amount: string | null; currency: string }

/** How much of what was received is asked for: earlier requests, then this one. The words say the same. */
export function RefundMeter({ received, before, amount, currency }: Props) {
  const words = (value: string) => `${formatAmount(value)} ${currency}`
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
