import 'server-only'
import * as z from 'zod/mini'
import { countOf } from '@/lib/core/count-of'
import { csv } from '@/lib/core/csv'
import { daysBetween } from '@/lib/core/dates'
import { invalid } from '@/lib/core/problem'
import { recordExport } from '@/lib/people/server/record-export'
import type { Person } from '@/lib/people/server/sessions'
import { checked, searchIn } from '@/lib/platform/request'
import {
  describeRate,
  groupLabels,
  type ReportFilter,
  rateScope,
  reportColumns,
  reportGroups,
  reportScope,
  type TeamReport,
} from '../team-report'
import { teamReport } from './team-report'

const maxDays = 92

const day = z.iso.date('Use YYYY-MM-DD for the day')
const filter = z.strictObject({ from: day, to: day, by: z.optional(z.enum(reportGroups, 'Use person, day, verb or account')) })

/** Throws `invalid` for days that are no days, the wrong way round, or too many. */
function filterIn(request: Request): ReportFilter {
  const { by = 'person', ...days } = checked(filter, searchIn(request))
  const length = daysBetween(days.from, days.to) + 1
  if (length < 1 || length > maxDays)
    throw invalid([
      { field: 'to', title: length < 1 ? 'Choose a day that isn’t before the first' : `Choose ${maxDays} days or fewer` },
    ])
  return { ...days, by }
}

/** `GET /api/desk/report?from=&to=&by=`: what was asked for in some days, and what it came to. */
export const getReport = (request: Request, person: Person): Promise<TeamReport> => teamReport(person, filterIn(request))

/** `GET /api/desk/report/export?from=&to=&by=`: the same as a file for spreadsheets. */
export async function exportReport(request: Request, person: Person): Promise<Response> {
  const given = filterIn(request)
  const report = await teamReport(person, given)
  await recordExport({
    person,
    merchant: '',
    operation: 'exportReport',
    buyerId: null,
    ticket: null,
    detail: { filter: given, rows: report.data.length },
  })
  return new Response(fileOf(report), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${given.from}_${given.to}_report-by-${given.by}.csv"`,
      'cache-control': 'no-store',
    },
  })
}

const rounded = (value: number | null) => (value === null ? '' : value.toFixed(1))

function fileOf({ data, meta }: TeamReport): string {
  const numbers = (row: TeamReport['meta']['all']) => [
    ...reportColumns.map(({ key }) => String(row[key])),
    rounded(row.middle),
    rounded(row.most),
  ]
  const heads = [
    ...reportColumns.map(({ label }) => label.toLowerCase()),
    'seconds to answer (median)',
    'seconds to answer (p95)',
  ]
  const refunds = meta.refunds.states.map(({ label, count, sums }) => [
    `refunds ${label.toLowerCase()}`,
    String(count),
    sums.map(({ amount, currency }) => `${amount} ${currency}`).join(' + '),
  ])
  return csv([
    [`Team report by ${meta.by}, ${countOf(data.length, 'row')}, ${reportScope(meta)}`],
    [groupLabels[meta.by].toLowerCase(), ...heads],
    ...data.map((row) => [row.label, ...numbers(row)]),
    ['all', ...numbers(meta.all)],
    ['refunds requested', String(meta.refunds.asked), ''],
    ...refunds,
    ['approvals requested', String(meta.approvals.asked)],
    ['approvals given', String(meta.approvals.approved)],
    ['approvals declined', String(meta.approvals.declined)],
    ['seconds to decide (median)', rounded(meta.approvals.middleSeconds)],
    ['seconds to decide (p95)', rounded(meta.approvals.mostSeconds)],
    ...(meta.rate === null ? [] : [['refunds made', describeRate(meta.rate), rateScope(meta.rate)]]),
    ...meta.reasons.map(({ reason, count }) => [`refused: ${reason}`, String(count)]),
  ])
}
