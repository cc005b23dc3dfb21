'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Siren } from 'lucide'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { CountedItems, CountedLine } from '@/components/ui/newer-line'
import { PageHead } from '@/components/ui/page-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { type Segment, SegmentedControl } from '@/components/ui/segmented-control'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Time } from '@/components/ui/time'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { type Counted, countedFields, countedIn, notCounted, partCounted } from '@/lib/core/counted'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import { incidentsQuery } from '@/lib/incidents/client/incident-queries'
import type { IncidentInShort } from '@/lib/incidents/incident'
import { plural } from '@/lib/incidents/incident-words'
import { IncidentStateBadge } from './incident-state'

const states: readonly Segment<'open' | 'closed' | 'all'>[] = [
  { value: 'open', label: 'Not closed' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
]
type Shown = (typeof states)[number]['value']
const isShown = (text: string | null): text is Shown => states.some(({ value }) => value === text)

type Props = { merchant: { code: string; name: string }; role: Role }

/** Every incident of a merchant account, those that aren't closed first. */
export function IncidentsView({ merchant, role }: Props) {
  const router = useRouter()
  const [{ state, ...opened }, change] = useSearchParamsState(['state', ...countedFields])
  const shown = isShown(state) ? state : 'open'
  useRowKeys('[data-incident-row]')
  return (
    <>
      <PageHead
        title="Incidents"
        description={`One command for many subscriptions or tokens of ${merchant.name}: planned, approved by a second person, tried on three rows first.`}
        actions={
          <Button
            variant="primary"
            onClick={() => router.push('/incidents/new')}
            {...(!may(role, 'planIncident') && { disabledBecause: needsRole('planIncident') })}
          >
            <Icon of={Siren} size={14} />
            Plan an incident
          </Button>
        }
      />
      <div className="mb-3">
        <SegmentedControl
          label="State"
          segments={states}
          value={shown}
          onChange={(next) => change({ ...notCounted, state: next === 'open' ? null : next }, true)}
        />
      </div>
      <IncidentsCard
        merchant={merchant.code}
        state={shown === 'all' ? null : shown}
        nothing={nothings[shown]}
        counted={countedIn(opened)}
        onNow={() => change(notCounted, true)}
      />
    </>
  )
}

const nothings: Record<Shown, string> = {
  open: 'No incident is open.',
  closed: 'No incident was closed yet.',
  all: 'No incidents yet.',
}

type CardProps = {
  merchant: string
  state: 'open' | 'closed' | 'waiting' | null
  nothing: string
  /** The number that opened the page. */
  counted?: Counted | null
  onNow?: () => void
}

/** Incidents of one state, each the way to its page. */
export function IncidentsCard({ merchant, state, nothing, counted = null, onNow = () => undefined }: CardProps) {
  const query = useInfiniteQuery({ ...incidentsQuery(merchant, state, counted), refetchInterval: 5_000 })
  const all = query.data?.pages.flatMap(({ data }) => data) ?? []
  const now = all.filter((row) => !counted || row.state !== 'closed')
  const { rows, since } = partCounted(query.data?.pages[0]?.meta.counted, { now, all, keyOf: ({ id }) => id })
  return (
    <Card aria-label="Incidents">
      {since && <CountedLine since={{ ...since, gone: 0 }} onNow={onNow} />}
      {query.error ? (
        <ProblemNotice {...describeProblem(query.error)} className="m-4" onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState icon={Siren} level={2} title={nothing}>
          An incident does one thing to many rows, such as turning off autocharge after a double charge. Managers plan it here or
          from a list.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          <CountedItems items={rows.map((row) => <Row key={row.id} incident={row} />)} since={since} />
        </ul>
      )}
      {query.hasNextPage && (
        <div className="grid justify-center border-t p-2">
          <Button variant="quiet" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  )
}

function Row({ incident }: { incident: IncidentInShort }) {
  const { id, words, reason, ticket, state, plannedBy, mine, rows, done, of, changedAt } = incident
  const progress = of > 0 ? `${done.toLocaleString('en')} of ${of.toLocaleString('en')} done` : plural(rows, 'row', 'rows')
  return (
    <li className="relative grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-table hover:bg-hover md:grid-cols-[minmax(0,1.6fr)_11rem_minmax(0,1fr)_9rem]">
      <span className="min-w-0">
        <Link
          href={`/incidents/${id}`}
          prefetch={false}
          data-incident-row
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-solid focus-visible:after:-outline-offset-2"
        >
          {words}
        </Link>
        <span className="block truncate text-meta text-muted">{[reason, ticket].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="max-md:justify-self-end">
        <IncidentStateBadge state={state} />
      </span>
      <span className="truncate text-ink-2 tabular-nums">{progress}</span>
      <span className="text-right text-meta text-muted">
        <span className="block truncate">{mine ? 'you' : plannedBy}</span>
        <Time at={changedAt} focusable={false} />
      </span>
    </li>
  )
}
