import 'server-only'
import { hash } from 'node:crypto'
import { iso, minute } from '@/lib/core/dates'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { maxCounted } from '@/lib/lists/lists'
import type { AlertRule } from '../alert-rule'
import type { Finding } from './measure'

type AlertRow = Tables['alerts']

/**
 * The last alert of a rule about the same: one that is open, or else the one that holds back the next for longest. All that seem to come later are
 * read, since only a clock that was ahead made them.
 */
export async function lastOf(store: Database, { id }: AlertRule, { about }: Finding, now: number): Promise<AlertRow | undefined> {
  const alike = store.selectFrom('alerts').selectAll().where('rule_id', '=', id).where('about', '=', about)
  const before = alike.where('raised_at', '<=', iso(now)).orderBy('raised_at', 'desc').orderBy('id').limit(1)
  const rows = [...(await before.execute()), ...(await alike.where('raised_at', '>', iso(now)).execute())]
  const open = rows.find(({ closed_at }) => closed_at === null)
  return open ?? rows.toSorted((a, b) => (saidAt(b, now) ?? 0) - (saidAt(a, now) ?? 0))[0]
}

/**
 * When an alert was raised. The clock that says so was ahead where that is still to come, and then it counts from when somebody closed it; null
 * where that is still to come, too.
 */
function saidAt({ raised_at, closed_at }: AlertRow, now: number): number | null {
  const moments = [raised_at, closed_at ?? raised_at].map((at) => Date.parse(at))
  return moments.find((at) => at <= now) ?? null
}

/**
 * Whether an alert says something that no earlier one did: not while the last is open, not within the quiet time, and after it only where there
 * is something new. Somebody who has changed the rule since wants to know in any case.
 */
export function isDue(rule: AlertRule, finding: Finding, last: AlertRow | undefined, now: number): boolean {
  if (last === undefined) return true
  const at = saidAt(last, now)
  if (last.closed_at === null || (at !== null && now < at + rule.quietMinutes * minute)) return false
  return last.rule_version !== rule.version || hasNews(finding, last, now)
}

function hasNews({ count, newest, rows }: Finding, last: AlertRow, now: number): boolean {
  const told = toldBy(last)
  if (rows && told) return rows.some((row) => !told.has(markOf(row)))
  const before = newestOf(last)
  // What a clock that was ahead gave a time still to come would be newer than everything until then.
  return count > last.count || newest > before || (newest !== before && before > iso(now))
}

/** Twice as many rows as a list counts, so that rows which leave a list and come back aren't news. */
const maxTold = 2 * maxCounted
const markOf = (row: string) => hash('sha256', row, 'base64url').slice(0, 8)

/**
 * What is kept of a finding to tell later whether another has news: its newest row, and behind it marks of all the rows that were told. An earlier
 * version, which compares the newest alone, is right with it: what stands behind doesn't change an order.
 */
export function keptOf({ newest, rows }: Finding, last: AlertRow | undefined): string {
  if (!rows) return newest
  const marks = new Set([...rows.map(markOf), ...((last && toldBy(last)) ?? [])])
  return `${newest}\n${[...marks].slice(0, maxTold).join(' ')}`
}

const newestOf = ({ newest }: AlertRow): string => newest.split('\n', 1)[0] ?? ''

/** The marks of the rows that an alert and those before it told; null for one of a measure, or of an earlier version. */
function toldBy({ newest }: AlertRow): Set<string> | null {
  const [, marks] = newest.split('\n')
  return marks === undefined ? null : new Set(marks.split(' '))
}
