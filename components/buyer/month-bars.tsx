import { monthWord } from '@/lib/dates'
import { compare, share } from '@/lib/money'

type Props = { months: readonly { month: string; amount: string }[]; currency: string }

const step = 9
const height = 32

/** Twelve months in one hue, so that no bar is taken for a state. A month without money is a line. */
export function MonthBars({ months, currency }: Props) {
  const most = months.reduce((highest, { amount }) => (compare(amount, highest) > 0 ? amount : highest), '0')
  const name = (month: string) => `${monthWord(month)} ${month.slice(0, 4)}`
  const label = `Money received in ${currency} by month, ${name(months[0]?.month ?? '')} to ${name(months.at(-1)?.month ?? '')}`
  return (
    <svg role="img" aria-label={label} width={months.length * step} height={height} className="flex-none print:hidden">
      {months.map(({ month, amount }, at) => {
        const bar = Math.max(1, Math.round(share(amount, most) * height))
        return (
          <rect
            key={month}
            x={at * step}
            y={height - bar}
            width={step - 3}
            height={bar}
            className={bar === 1 ? 'fill-line-strong' : at === months.length - 1 ? 'fill-chart-1' : 'fill-chart-2'}
          >
            <title>{`${name(month)}: ${amount} ${currency}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
