import { cn } from '@/lib/cn'
import type { ReceiptRow } from '@/lib/prices/receipt'
import { Given } from './given'

/** Sign, what it is, how much: the sum as it would be written on paper. */
export function ReceiptRows({ rows, label }: { rows: readonly ReceiptRow[]; label: string }) {
  return (
    <table aria-label={label} className="w-full text-table">
      <tbody>
        {rows.map(({ sign, label: name, note, amount }, at) => {
          const isLast = at === rows.length - 1
          return (
            <tr key={name} className={cn(sign === '=' && 'border-line border-t', isLast && 'border-line-strong')}>
              <td className="w-4 py-0.75 text-muted">{sign}</td>
              <th scope="row" className={cn('py-0.75 text-left', isLast ? 'font-semibold' : 'font-normal')}>
                {name} {note !== null && <span className="font-normal text-muted">{note}</span>}
              </th>
              <td className={cn('py-0.75 text-right', isLast ? 'font-semibold text-ink' : 'text-ink-2')}>
                <Given amount={amount} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
