import { perPart } from '@/lib/prices/price-words'
import { lineReceipt, type PricedLine } from '@/lib/prices/receipt'
import { Given } from './given'

/** The same receipt for a day, a week and a month, side by side. */
export function PartReceipts({ line, name }: { line: PricedLine; name: string }) {
  const parts = perPart(line).map(({ part, amount }) => ({ part, rows: lineReceipt(amount, null) }))
  const labels = [...new Set(parts.flatMap(({ rows }) => rows.map(({ sign, label }) => `${sign} ${label}`)))]
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
        {labels.map((label, at) => (
          <tr key={label} className={at === labels.length - 1 ? 'font-semibold text-ink' : 'text-ink-2'}>
            <th scope="row" className="px-2 py-0.5 text-left font-normal last:pb-1.5">
              {label.trim()}
            </th>
            {parts.map(({ part, rows }) => (
              <td key={part} className="px-2 py-0.5 text-right">
                <Given amount={rows.find((row) => `${row.sign} ${row.label}` === label)?.amount ?? null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
