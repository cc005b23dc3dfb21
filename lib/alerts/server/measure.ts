import 'server-only'
import { iso, minute } from '@/lib/core/dates'
import { type Database, database } from '@/lib/database/open'
import { type Counted, countedPath } from '@/lib/events/event-list'
import { countEventsAs, hadAddressSince } from '@/lib/events/server/counted-events'
import { openGap } from '@/lib/events/server/gaps'
import { formatCount, listPath } from '@/lib/lists/list-page'
import { type ListFilter, type ListName, maxCounted } from '@/lib/lists/lists'
import { contextOf, narrow, newestOf } from '@/lib/lists/server/read-list'
import { type ListContext, sources } from '@/lib/lists/server/sources'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { type AlertRule, describeSource, describeWindow, formatDuration, listOf } from '../alert-rule'
import { providerDeclines } from './provider-declines'

/**
 * What a rule found that is reason for an alert. `about`: the provider, or which silence; `newest` grows with what is new; `rows` are the keys of a
 * list's, for an older one may become known later.
 */
export type Finding = { about: string; count: number; newest: string; words: string; href: string; rows?: readonly string[] }

/** Rules see what nobody's role hides. */
const watcher: Person = { accountId: '', sessionId: '', email: '', name: 'Counterfoil', role: 'admin' }

type Measured = { rule: AlertRule; merchant: Merchant; now: number }

/** What a rule finds at a moment; nothing where there is no reason for an alert. The service isn't asked. */
export async function findingsOf(measured: Measured): Promise<Finding[]> {
  const store = await database()
  switch (measured.rule.source) {
    case 'silence':
      return silence(store, measured)
    case 'declined-share':
      return providerDeclines(store, measured.rule, measured.merchant, stretchOf(measured))
    case 'chargebacks':
      return chargebacks(store, measured)
    case 'events':
      return events(store, measured)
    default:
      return ofList(measured)
  }
}

async function ofList({ rule, merchant, now }: Measured): Promise<Finding[]> {
  const list = listOf(rule)
  if (list === null) return []
  const context = contextOf(watcher, merchant, now)
  const counted = await newestOf(list.name, context, list.filter)
  if (counted.count < rule.threshold) return []
  const rows = await keysOf(list.name, context, list.filter)
  const words = [`${describeSource(rule.source)}: ${formatCount(counted)}`, describeWindow(rule)].filter(Boolean).join(' ')
  return [{ about: '', count: counted.count, newest: counted.newest, rows, words, href: listPath(list.name, list.filter) }]
}

/** What names each row of a list; with the moment by which it is ordered where that says since when it is one. */
async function keysOf(name: ListName, context: ListContext, filter: ListFilter): Promise<string[]> {
  const { keys, named, isDown } = sources[name]
  const places = keys.map((_, place) => `k${place}` as 'k0').slice(isDown ? 0 : -named.length)
  const rows = await narrow(await database(), name, context, filter, { limit: maxCounted })
  return rows.map((row) => places.map((place) => row[place]).join(' '))
}

const stretchOf = ({ rule, now }: Measured): Pick<Counted, 'since' | 'until'> => ({
  since: iso(now - (rule.windowMinutes ?? 0) * minute),
  until: iso(now),
})

async function chargebacks(store: Database, measured: Measured): Promise<Finding[]> {
  const { rule, merchant } = measured
  const between = stretchOf(measured)
  const { count, newest } = await countEventsAs(store, merchant.code, 'chargebacks', between)
  if (count < rule.threshold) return []
  const words = `${describeSource(rule.source)}: ${count} ${describeWindow(rule)}`
  return [{ about: '', count, newest, words, href: countedPath({ counted: 'chargebacks', ...between }) }]
}

async function events(store: Database, measured: Measured): Promise<Finding[]> {
  const { rule, merchant } = measured
  const between = stretchOf(measured)
  const { count, newest } = await countEventsAs(store, merchant.code, 'all', between)
  const minutes = rule.windowMinutes ?? 60
  const limit = (rule.threshold * minutes) / 60
  if (rule.op === 'atLeast' ? count < limit : count > limit) return []
  // Where the service has had no address for that long, few events are no surprise.
  if (rule.op === 'atMost' && !(await hadAddressSince(store, merchant.code, between.since))) return []
  const words = `${count === 1 ? '1 event' : `${count.toLocaleString('en')} events`} in ${formatDuration(minutes)}`
  const isNew = rule.op === 'atLeast' ? newest : between.until
  return [{ about: '', count, newest: isNew, words, href: countedPath({ counted: 'all', ...between }) }]
}

const silences = {
  quiet: 'No event has come for longer than usual',
  expected: 'The events of our own actions don’t come',
} as const

async function silence(store: Database, { merchant }: Measured): Promise<Finding[]> {
  const found: Finding[] = []
  for (const kind of ['quiet', 'expected'] as const) {
    const gap = await openGap(store, merchant.code, kind)
    if (gap) found.push({ about: kind, count: 1, newest: gap.from_at, words: silences[kind], href: '/settings/events' })
  }
  return found
}
