import 'server-only'
import { hash } from 'node:crypto'
import { minute } from '@/lib/core/dates'
import type { Tables } from '@/lib/database/schema'
import { maxCounted } from '@/lib/lists/lists'
import type { AlertRule } from '../alert-rule'
import type { Finding } from './measure'

type AlertRow = Tables['alerts']

/**
 * Whether an alert says something that no earlier one did: not while the last is open, not within the quiet time, and after it only where there
 * is something new. Somebody who has changed the rule since wants to know in any case.
 */
export function isDue(rule: AlertRule, finding: Finding, last: AlertRow | undefined, now: number): boolean {
  if (last === undefined) return true
  if (last.closed_at === null || now < Date.parse(last.raised_at) + rule.quietMinutes * minute) return false
  return last.rule_version !== rule.version || hasNews(finding, last)
}

function hasNews({ count, newest, rows }: Finding, last: AlertRow): boolean {
  const told = toldBy(last)
  return rows && told ? rows.some((row) => !told.has(markOf(row))) : count > last.count || newest > newestOf(last)
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
