import { cn } from '@/lib/core/cn'
import { GivenAmount } from './given-amount'

/** A row of a sum: the amount is as it was given; null where it wasn't. */
type Row = { sign: '' | '−' | '+' | '='; label: string; note: string | null; amount: string | null }

type Props = {
  rows: readonly Row[]
  label: string
  /** Shown after the last amount, which is then the largest. */
  currency?: string | null
}

/** Sign, label and amount of each row, as a sum on paper. */
export function ReceiptRows({ rows, label, currency }: Props) {
  return (
    <table aria-label={label} className="w-full text-table">
      <tbody>
        {rows.map(({ sign, label: name, note, amount }, index) => {
          const isLast = index === rows.length - 1
          return (
            <tr key={name} className={cn(sign === '=' && 'border-line border-t', isLast && 'border-line-strong')}>
              <td className="w-4 py-0.75 text-muted">{sign}</td>
              <th scope="row" className={cn('py-0.75 text-left', isLast ? 'font-semibold' : 'font-normal')}>
                {name} {note !== null && <span className="font-normal text-muted">{note}</span>}
              </th>
              <td className={cn('py-0.75 text-right', isLast ? 'font-semibold text-ink' : 'text-ink-2')}>
                <GivenAmount amount={amount} className={isLast && currency !== undefined ? 'text-total' : undefined} />
                {isLast && currency && amount !== null && <small className="text-ink-2 text-meta"> {currency}</small>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
