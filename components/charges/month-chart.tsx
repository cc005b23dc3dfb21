import { Table } from '@/components/ui/table'
import { moneyWords } from '@/lib/charges/money-words'
import type { CurrencySums } from '@/lib/charges/sums'
import { monthWord } from '@/lib/core/dates'
import { compare, share, sum } from '@/lib/core/money'
import { FilterLink } from './filter-link'

const shownMonths = 24
const [step, bar, height, foot] = [32, 20, 140, 22]
const families = ['received', 'open', 'lost'] as const
const looks = { received: 'fill-chart-1', open: 'fill-chart-2', lost: 'fill-chart-3' }
const dots = { received: 'bg-chart-1', open: 'bg-chart-2', lost: 'bg-chart-3' }
const words = { received: 'Received', open: 'Open', lost: 'Lost' }

type Month = CurrencySums['months'][number]

/** Money of one currency by month, with the same numbers as a table, which is also where they lead to their rows. */
export function MonthChart({ money: { currency, months } }: { money: CurrencySums }) {
  const shown = months.filter(({ month }) => month !== '').slice(-shownMonths)
  const most = shown.map(allOf).reduce((highest, amount) => (compare(amount, highest) > 0 ? amount : highest), '0')
  return (
    <div className="grid gap-2 px-4 py-3">
      <div className="scrolls-sideways">
        <svg aria-hidden width={shown.length * step} height={height + foot} className="block">
          <line x1={0} x2={shown.length * step} y1={height} y2={height} className="stroke-line-strong" />
          {shown.map((month, index) => (
            <Bar key={month.month} month={month} most={most} x={index * step + (step - bar) / 2} currency={currency} />
          ))}
        </svg>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-meta text-muted">
        <span className="flex gap-3">
          {families.map((family) => (
            <span key={family} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={`size-2.5 rounded-bar ${dots[family]}`} />
              {words[family]}
            </span>
          ))}
        </span>
        {months.length > shown.length && <span>Last {shown.length} months. The table shows them all.</span>}
      </div>
      <details>
        <summary className="cursor-pointer text-meta text-muted">Show as table</summary>
        <Table>
          <caption className="sr-only">Money in {currency} by month</caption>
          <thead>
            <tr>
              <th>Month</th>
              {families.map((family) => (
                <th key={family} className="text-right!">
                  {words[family]}
                </th>
              ))}
              <th className="text-right!">Received in USD</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((month) => (
              <MonthRow key={month.month} month={month} currency={currency} />
            ))}
          </tbody>
        </Table>
      </details>
    </div>
  )
}

function MonthRow({ month, currency }: { month: Month; currency: string }) {
  const name = nameOf(month.month)
  return (
    <tr>
      <td>{name}</td>
      {families.map((family) => (
        <td key={family} className="text-right tabular-nums">
          {month[family].amount === null || month.month === '' ? (
            (month[family].amount ?? '–')
          ) : (
            <FilterLink
              to={{ currency: currency || null, month: month.month, money: family }}
              label={`Orders of money ${family} in ${currency} in ${name}`}
            >
              {moneyWords(month[family].amount, currency)}
            </FilterLink>
          )}
        </td>
      ))}
      <td className="text-right tabular-nums">{month.received.usd === null ? '–' : moneyWords(month.received.usd, 'USD')}</td>
    </tr>
  )
}

function Bar({ month, most, x, currency }: { month: Month; most: string; x: number; currency: string }) {
  let y = height
  return (
    <>
      {families.map((family) => {
        const { amount } = month[family]
        const tall = amount === null ? 0 : Math.round(share(amount, most) * (height - 8))
        y -= tall
        return (
          <rect key={family} x={x} y={y} width={bar} height={tall} className={looks[family]}>
            <title>{`${nameOf(month.month)}, ${family}: ${moneyWords(amount ?? '0', currency)}`}</title>
          </rect>
        )
      })}
      <text x={x + bar / 2} y={height + 15} textAnchor="middle" className="fill-muted text-meta">
        {monthWord(month.month)}
      </text>
    </>
  )
}

const allOf = (month: Month) => sum(families.map((family) => month[family].amount ?? '0'))
const nameOf = (month: string) => (month === '' ? 'No date' : `${monthWord(month)} ${month.slice(0, 4)}`)
