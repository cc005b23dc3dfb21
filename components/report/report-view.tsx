'use client'

import { useQuery } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { DayFilter } from '@/components/ui/day-filter'
import { ExportLink } from '@/components/ui/export-link'
import { PageHead } from '@/components/ui/page-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Table } from '@/components/ui/table'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { daysAfter, formatRange, isDay } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { reportQuery } from '@/lib/pages/client/report-query'
import {
  groupLabels,
  journalOf,
  type ReportCounts,
  type ReportFilter,
  type ReportGroup,
  reportColumns,
  reportGroups,
  reportScope,
  type TeamReport,
} from '@/lib/pages/team-report'
import { Approvals, CountLink, Reasons, Refunds } from './report-cards'

type Props = { role: Role; today: string }

const filterOf = ({ from, to, by }: Record<'from' | 'to' | 'by', string | null>, today: string): ReportFilter => {
  const last = to !== null && isDay(to) ? to : today
  const first = from !== null && isDay(from) ? from : daysAfter(last, -6)
  return { from: first, to: last, by: reportGroups.find((each) => each === by) ?? 'person' }
}

/** What the team asked for in some days and what it came to. Each number opens the rows that it counts. */
export function ReportView({ role, today }: Props) {
  const [address, change] = useSearchParamsState(['from', 'to', 'by'])
  const filter = filterOf(address, today)
  const { data, error, refetch } = useQuery(reportQuery(filter))
  return (
    <>
      <PageHead
        title="Team report"
        description={data ? reportScope(data.meta) : 'Counted from the journal.'}
        actions={
          <ExportLink
            href={routes.withSearch(routes.reportExport(), filter)}
            disabledBecause={may(role, 'exportLists') ? null : needsRole('exportLists')}
          />
        }
      />
      <div className="mb-3 flex flex-wrap items-center gap-1.5">
        <SegmentedControl
          label="Group by"
          value={filter.by}
          segments={reportGroups.map((value) => ({ value, label: groupLabels[value] }))}
          onChange={(by: ReportGroup) => change({ by: by === 'person' ? null : by }, true)}
        />
        <DayFilter
          from={filter.from}
          to={filter.to}
          words={formatRange(filter.from, filter.to)}
          hint="Days in UTC, 92 at most."
          onChange={(days) => change(days, true)}
        />
      </div>
      {error && <ProblemNotice {...describeProblem(error)} className="mb-3" onRetry={() => void refetch()} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card aria-labelledby="actions">
          <CardHead title="Actions" id="actions" />
          {data ? <Groups report={data} /> : <SkeletonRows rows={5} />}
        </Card>
        {data && (
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Reasons meta={data.meta} />
            <div className="grid gap-4">
              <Approvals meta={data.meta} />
              <Refunds meta={data.meta} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

const seconds = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} s`)

function Groups({ report: { data, meta } }: { report: TeamReport }) {
  if (data.length === 0) return <p className="px-4 py-3 text-muted text-table">Nobody sent an action in these days.</p>
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{groupLabels[meta.by]}</th>
          {[...reportColumns.map(({ label }) => label), 'Answered, median', '95%'].map((label) => (
            <th key={label} scope="col" className="text-right!">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map(({ key, label, filter, ...counts }) => (
          <Numbers key={key} label={label} of={label} filter={filter} counts={counts} meta={meta} />
        ))}
        <Numbers label="All" of="all" filter={{}} counts={meta.all} meta={meta} />
      </tbody>
    </Table>
  )
}

type NumbersProps = {
  label: string
  of: string
  filter: Record<string, string>
  counts: ReportCounts
  meta: TeamReport['meta']
}

function Numbers({ label, of, filter, counts, meta }: NumbersProps) {
  return (
    <tr className={label === 'All' ? 'font-semibold' : undefined}>
      <td>{label}</td>
      {reportColumns.map(({ key, label: column, outcome }) => (
        <td key={key} className="text-right tabular-nums">
          <CountLink count={counts[key]} of={`${column.toLowerCase()}, ${of}`} href={journalOf(meta, filter, outcome)} />
        </td>
      ))}
      <td className="text-right text-ink-2 tabular-nums">{seconds(counts.middle)}</td>
      <td className="text-right text-ink-2 tabular-nums">{seconds(counts.most)}</td>
    </tr>
  )
}
