import { absolute, compare, share, subtract, sum } from '@/lib/core/money'
import { type PricedBundle, totalReceipt } from './receipt'

/** A bar from `from` to `to`, as shares of the highest point. `level` is where the dotted line goes on from. */
export type Bar = { label: string; amount: string; sign: '' | '−' | '+' | '='; from: number; to: number; level: number }

/** From origin to total as bars. Every bar begins where the one before ended; origin and total stand on zero. */
export function waterfall(bundle: PricedBundle, tax: string | null): Bar[] {
  const rows = totalReceipt(bundle, tax).filter(({ label }) => label !== 'Net')
  const steps: { label: string; amount: string; sign: Bar['sign']; low: string; high: string; level: string }[] = []
  let level = '0'
  for (const { label, note, amount, sign } of rows) {
    if (amount === null) continue
    const before = level
    if (sign === '' || sign === '=') level = amount
    else level = sign === '−' ? subtract(before, amount) : sum([before, amount])
    const stands = sign === '' || sign === '='
    const [low, high] = stands ? ['0', level] : compare(before, level) < 0 ? [before, level] : [level, before]
    steps.push({ label: note === null ? label : `${label}, ${note}`, amount: absolute(amount), sign, low, high, level })
  }
  const top = steps.map(({ high }) => high).reduce((a, b) => (compare(a, b) < 0 ? b : a), '0')
  return steps.map(({ low, high, level: at, ...bar }) => ({
    ...bar,
    from: share(low, top),
    to: share(high, top),
    level: share(at, top),
  }))
}
