import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import type { PricedBundle } from '@/lib/prices/receipt'
import { waterfall } from '@/lib/prices/waterfall'

type Props = { name: string; bundle: PricedBundle; currency: string | null; tax: string | null }

const height = 112
const top = 26
const step = 120
const width = 68

const fills = { '': 'var(--chart-1)', '=': 'var(--chart-1)', '−': 'var(--chart-2)', '+': 'var(--chart-3)' } as const

/** From origin to total as bars that stand on zero, each beginning where the one before ended. */
export function WaterfallChart({ name, bundle, currency, tax }: Props) {
  const bars = waterfall(bundle, tax)
  const [first] = bars
  const last = bars.at(-1)
  if (!first || !last) return null
  const y = (share: number) => top + height * (1 - share)
  return (
    <Card aria-labelledby="waterfall" className="print:hidden">
      <CardHead title="From list price to total" id="waterfall" beside={<span className="text-meta text-muted">{name}</span>} />
      <CardBody className="scrolls-sideways">
        <svg
          viewBox={`0 0 ${bars.length * step} ${top + height + 40}`}
          role="img"
          aria-label={`From list price ${first.amount} to total ${last.amount} ${currency ?? ''}`}
          className="h-auto w-full min-w-130 max-w-160"
        >
          {bars.map((bar, index) => {
            const x = index * step + (step - width) / 2
            const isSum = bar.sign === '' || bar.sign === '='
            return (
              <g key={`${bar.label} ${bar.sign}`} textAnchor="middle" fontSize="12.5">
                <rect
                  x={x}
                  y={y(bar.to)}
                  width={width}
                  height={Math.max(1, height * (bar.to - bar.from))}
                  rx="1.5"
                  fill={fills[bar.sign]}
                />
                {index < bars.length - 1 && (
                  <path d={`M${x + width} ${y(bar.level)}h${step - width}`} stroke="var(--line-control)" strokeDasharray="2 2" />
                )}
                <text x={x + width / 2} y={y(bar.to) - 7} fontWeight={isSum ? 600 : 400} fill="var(--ink)">
                  {isSum ? bar.amount : `${bar.sign}${bar.amount}`}
                </text>
                {labelLines(bar.label).map((words, line) => (
                  <text key={words} x={x + width / 2} y={top + height + 18 + line * 15} fill="var(--muted)">
                    {words}
                  </text>
                ))}
              </g>
            )
          })}
          <path d={`M0 ${top + height + 0.5}h${bars.length * step}`} stroke="var(--line-strong)" />
        </svg>
      </CardBody>
    </Card>
  )
}

/** "Tax, vat, nl 21.00 %" in two lines: the name, then its terms. */
function labelLines(label: string): string[] {
  const comma = label.indexOf(', ')
  return comma === -1 ? [label] : [label.slice(0, comma), label.slice(comma + 2)]
}
