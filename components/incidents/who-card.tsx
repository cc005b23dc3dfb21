import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { type Segment, SegmentedControl } from '@/components/ui/segmented-control'
import type { Who } from '@/lib/incidents/client/keep-plan'
import { formatTargets } from '@/lib/incidents/incident-words'
import type { TargetKind } from '@/lib/incidents/pasted'
import { WhoByFacts } from './who-by-facts'
import { WhoByList } from './who-by-list'
import { WhoFromFile, WhoFromText } from './who-pasted'

const ways: readonly Segment<'paste' | 'csv' | 'list' | 'facts'>[] = [
  { value: 'paste', label: 'Paste' },
  { value: 'csv', label: 'CSV' },
  { value: 'list', label: 'List' },
  { value: 'facts', label: 'Filter' },
]
type Way = (typeof ways)[number]['value']

type Props = {
  merchant: string
  kind: TargetKind
  /** How many rows the incident has already; null for a new one. */
  given: number | null
  who: Who | null
  onChange: (who: Who | null) => void
  error: string | undefined
}

/** Whose things are changed: ids that are pasted or read from a file, the rows of a list, or whatever some facts fit. */
export function WhoCard({ merchant, kind, given, who, onChange, error }: Props) {
  const [way, setWay] = useState<Way>(who?.from === 'list' ? 'list' : 'paste')
  const [isOpen, setOpen] = useState(false)
  const isReplacing = isOpen || who !== null || given === null || given === 0
  // A list and facts lead to subscriptions; a token is named only beside its buyer.
  const offered = kind === 'token' ? ways.slice(0, 2) : ways
  const at = offered.some(({ value }) => value === way) ? way : 'paste'
  return (
    <Card aria-labelledby="who">
      <CardHead title="Who" id="who">
        {isReplacing && (
          <SegmentedControl
            label="Where the rows come from"
            segments={offered}
            value={at}
            onChange={(next) => {
              setWay(next)
              onChange(null)
            }}
          />
        )}
      </CardHead>
      <CardBody className="grid gap-3">
        {isReplacing ? (
          <>
            {at === 'paste' && <WhoFromText kind={kind} onChange={onChange} />}
            {at === 'csv' && <WhoFromFile kind={kind} onChange={onChange} />}
            {at === 'list' && <WhoByList merchant={merchant} who={who} onChange={onChange} />}
            {at === 'facts' && <WhoByFacts onChange={onChange} />}
          </>
        ) : (
          <div className="flex flex-wrap items-center gap-3 text-table">
            <span className="mr-auto tabular-nums">{formatTargets(given ?? 0, kind)} given</span>
            <Button size="small" onClick={() => setOpen(true)}>
              Replace rows
            </Button>
          </div>
        )}
        {error !== undefined && (
          <p role="alert" className="font-medium text-danger text-meta">
            {error}
          </p>
        )}
      </CardBody>
    </Card>
  )
}
