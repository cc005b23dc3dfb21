import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import type { ChargeFilter } from '@/lib/charges/charge-filter'
import type { ChargeSums } from '@/lib/charges/sums'
import { percentOf } from '@/lib/money'
import { FilterLink } from './filter-link'

/** How often the money came, by attempt and by order. */
export function RateFacts({ sums: { attempts, decided, approved, declinedFirst, recovered } }: { sums: ChargeSums }) {
  const tried = attempts.received + attempts.lost
  return (
    <Card aria-labelledby="approval">
      <CardHead title="Approval" id="approval" level={3} />
      <dl className="divide-y text-table">
        <Rate name="Attempts accepted" part={attempts.received} whole={tried} of="decided attempts" to={{ has: 'decided' }} />
        <Rate name="Orders paid" part={approved} whole={decided} of="orders decided" to={{ has: 'approved' }} />
        <Rate
          name="Recovered by cascade"
          part={recovered}
          whole={declinedFirst}
          of="orders declined at first"
          to={{ has: 'recovered' }}
        />
      </dl>
    </Card>
  )
}

type Props = { name: string; part: number; whole: number; of: string; to: Partial<ChargeFilter> }

function Rate({ name, part, whole, of, to }: Props) {
  const percent = percentOf(part, whole)
  return (
    <div className="flex items-baseline justify-between gap-3 px-4 py-2">
      <dt>{name}</dt>
      <dd className="text-right tabular-nums">
        <FilterLink to={to} label={`Orders: ${name.toLowerCase()}`}>
          <span className="font-semibold">{percent === null ? '–' : `${percent} %`}</span>
          <span className="block text-meta text-muted">
            {part.toLocaleString('en')} of {whole.toLocaleString('en')} {of}
          </span>
        </FilterLink>
      </dd>
    </div>
  )
}
