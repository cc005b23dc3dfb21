import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import type { StateKind } from '@/components/ui/state-kind'
import { TablePart } from '@/components/ui/table-part'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/core/buyer-path'
import { describeProblem } from '@/lib/core/problem-words'
import { incidentRowsQuery, type RowsOf } from '@/lib/incidents/client/incident-queries'
import type { IncidentRow, RowState } from '@/lib/incidents/incident'
import { rowStateLabels, settledLabels, whyOfOne } from '@/lib/incidents/incident-words'

export const rowStateKinds: Record<RowState, StateKind> = {
  planned: 'neutral',
  'left-out': 'neutral',
  ready: 'neutral',
  claimed: 'neutral',
  done: 'settled',
  refused: 'declined',
  'not-sent': 'neutral',
  unconfirmed: 'unconfirmed',
  moved: 'deferred',
}

const grid =
  'grid items-center gap-x-4 gap-y-1 px-4 grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1.3fr)]'

type Props = {
  merchant: string
  incidentId: string
  /** Which rows. */
  of: RowsOf
  /** Names what was counted: the preview, or how far the run is. */
  counted: number | string
  label: string
  /** Once the incident has run, each row says what became of it. */
  hasRun?: boolean
  /** What can be done with a row. */
  actionOf?: (row: IncidentRow) => ReactNode
}

/** Rows of an incident: which, what changes, and what became of each or why it stays as it is. */
export function IncidentRows({ merchant, incidentId, of, counted, label, hasRun = false, actionOf }: Props) {
  const query = useInfiniteQuery(incidentRowsQuery(merchant, incidentId, of, counted))
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  const total = query.data?.pages[0]?.meta.total ?? 0
  if (query.error) return <ProblemNotice {...describeProblem(query.error)} className="m-4" onRetry={() => void query.refetch()} />
  if (query.isPending) return <SkeletonRows rows={3} />
  if (rows.length === 0) return <p className="px-4 py-3 text-muted text-table">No rows.</p>
  return (
    <>
      <TablePart as="table" aria-label={label}>
        <TablePart as="rowgroup" className="max-md:hidden">
          <TablePart as="row" className={`${grid} h-8 border-b font-medium text-meta text-muted`}>
            <TablePart as="columnheader">Row</TablePart>
            <TablePart as="columnheader">Change</TablePart>
            <TablePart as="columnheader">{hasRun ? 'Outcome' : 'Why'}</TablePart>
          </TablePart>
        </TablePart>
        <TablePart as="rowgroup" className="divide-y">
          {rows.map((row) => (
            <Row key={row.n} row={row} hasRun={hasRun}>
              {actionOf?.(row)}
            </Row>
          ))}
        </TablePart>
      </TablePart>
      {rows.length < total && (
        <div className="flex items-center justify-center gap-3 border-t p-2 text-meta text-muted tabular-nums">
          {rows.length.toLocaleString('en')} of {total.toLocaleString('en')} shown
          {query.hasNextPage && (
            <Button size="small" variant="quiet" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** As it was given: the id of the subscription, or the number of the token. */
export const targetOf = ({ subscriptionId, chargeMethodTokenId }: IncidentRow): string =>
  subscriptionId ?? String(chargeMethodTokenId ?? '')

function Row({ row, hasRun, children }: { row: IncidentRow; hasRun: boolean; children: ReactNode }) {
  const { buyerId, product, note, changes, at } = row
  return (
    <TablePart as="row" className={`${grid} min-h-11 py-1.5 text-table`}>
      <TablePart as="cell" className="min-w-0">
        <Ident value={targetOf(row)} align="start" />
        {buyerId !== null && (
          <Link href={buyerPath(buyerId)} prefetch={false} className="block w-fit text-accent text-meta hover:underline">
            Open buyer
          </Link>
        )}
      </TablePart>
      <TablePart as="cell" className="min-w-0 max-md:order-3 max-md:col-span-2">
        {changes.map((change) => (
          <ChangeLine key={change.label} {...change} beforeAsOf={hasRun ? null : change.beforeAsOf} />
        ))}
        <span className="block truncate text-meta text-muted">{[product, note].filter(Boolean).join(' · ')}</span>
      </TablePart>
      <TablePart as="cell" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-md:justify-end">
        {hasRun && <Badge kind={rowStateKinds[row.state]}>{rowStateLabels[row.state]}</Badge>}
        <span className="min-w-0 flex-1 text-ink-2 max-md:hidden">
          <WhyOfRow row={row} />
        </span>
        {hasRun && at !== null && (
          <span className="text-meta text-muted max-md:hidden">
            <Time at={at} align="end" />
          </span>
        )}
        {children}
      </TablePart>
      <TablePart as="cell" className="order-4 col-span-2 text-ink-2 text-meta empty:hidden md:hidden">
        <WhyOfRow row={row} />
      </TablePart>
    </TablePart>
  )
}

function WhyOfRow({ row: { words, why, settled } }: { row: IncidentRow }) {
  const text = words ?? (why === null ? '' : whyOfOne(why))
  return settled === null ? text : `${text} ${settledLabels[settled]}`.trim()
}

/** `Autocharge On → Off`, with the age of what was known. */
export const ChangeLine = ({ label, before, beforeAsOf, after }: IncidentRow['changes'][number]) => (
  <span className="flex flex-wrap items-center gap-x-2 tabular-nums">
    <span className="text-muted">{label}</span>
    <span>
      {before ?? '–'}
      {beforeAsOf !== null && (
        <span className="ml-1.5 text-meta text-muted">
          seen <Time at={beforeAsOf} />
        </span>
      )}
    </span>
    <Icon of={ArrowRight} size={12} className="text-muted" />
    <span className="sr-only">becomes</span>
    <b className="font-semibold">{after ?? '–'}</b>
  </span>
)
