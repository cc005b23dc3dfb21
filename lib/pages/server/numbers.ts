import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { callsToday } from '@/lib/agents/server/calls'
import { listProposals } from '@/lib/agents/server/lane'
import { countOpenAlerts, openAlerts } from '@/lib/alerts/server/alerts'
import { keysOfActions } from '@/lib/commands/server/actions'
import { maxApprovals } from '@/lib/commands/server/approvals'
import { withCounted } from '@/lib/core/counted'
import { daysAfter } from '@/lib/core/dates'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { keysOfOpenIncidents } from '@/lib/incidents/server/open-incidents'
import { copiesNow } from '@/lib/jobs/health'
import { keepCounted } from '@/lib/knowledge/server/counted-rows'
import { describeCoverage } from '@/lib/lists/coverage'
import { listPath } from '@/lib/lists/list-page'
import { type ListFilter, type ListName, lists } from '@/lib/lists/lists'
import { coverageOf } from '@/lib/lists/server/coverage'
import { contextOf, keysOf, usualCount } from '@/lib/lists/server/read-list'
import { maxMentions } from '@/lib/notes/server/notes'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import { checked, searchIn } from '@/lib/platform/request'
import { maxOpenGuides } from '@/lib/playbooks/server/guides'
import { noNarrowing, type RefundFilter } from '@/lib/refunds/refund-filter'
import { keysOfRefunds } from '@/lib/refunds/server/find-refunds'
import {
  type MorningNumber,
  type MorningNumbers,
  morningFilters,
  type NumberCoverage,
  type NumberKey,
  numberLabels,
  waitingPath,
} from '../numbers'
import { groupOf, type Waiting, type WaitingGroup } from '../waiting'
import { waitingRows } from '../waiting-rows'
import { waitingFor } from './handlers'

const patienceMs = 1_000

const ofRole: Record<Role, readonly NumberKey[]> = {
  agent: ['my-unconfirmed', 'answers', 'guides', 'mentions', 'renewals-mine', 'promised'],
  finance: ['refunds-to-decide', 'refunds-approved', 'refunds-sent', 'double-payments', 'money-back', 'vouchers'],
  manager: ['approvals', 'unconfirmed', 'unowned', 'incidents', 'renewals-today', 'alerts'],
  admin: ['events', 'keys', 'jobs', 'copies', 'journal', 'unowned'],
}

/** Where machines are let in, what they propose and how often they ask takes the place of a number that others have, too. */
const ofRoleWithMachines: Record<Role, readonly NumberKey[]> = {
  ...ofRole,
  manager: ['approvals', 'proposals', 'unowned', 'incidents', 'renewals-today', 'alerts'],
  admin: ['events', 'keys', 'jobs', 'machine-calls', 'copies', 'journal'],
}

/** `keys` are those of the rows that were counted, where the page that lists them can be opened with just them. */
type Counted = Pick<MorningNumber, 'count' | 'href'> &
  Partial<Omit<MorningNumber, 'key' | 'label'>> & { keys?: readonly string[] }
type MorningInput = { person: Person; merchant: Merchant; waiting: () => Promise<Waiting>; asOf: string }

/** `GET /api/desk/morning`: the numbers of the day for the person's role, each with the address that lists exactly what it counts. */
export function getMorning(request: Request, person: Person): Promise<MorningNumbers> {
  checked(z.strictObject({}), searchIn(request))
  return morningNumbers(person, merchantFor(request, person))
}

export async function morningNumbers(person: Person, merchant: Merchant, patience = patienceMs): Promise<MorningNumbers> {
  let known: Promise<Waiting> | undefined
  const waiting = () => {
    known ??= waitingFor(person)
    return known
  }
  const asOf = new Date().toISOString()
  const keys = env().AGENTS === 'on' ? ofRoleWithMachines : ofRole
  const numbers = keys[person.role].map((key) => inTime(key, { person, merchant, waiting, asOf }, patience))
  return { data: { numbers: await Promise.all(numbers) }, meta: { asOf } }
}

/** One that fails or takes too long is none, so that the others are there. */
async function inTime(key: NumberKey, given: MorningInput, patience: number): Promise<MorningNumber> {
  const base = { key, label: numberLabels[key], isMore: false, oldest: null, change: null, coverage: ofDashboard, why: null }
  const none = (why: string): MorningNumber => ({ ...base, count: null, href: places[key], why })
  const counting = makers[key](given).then(
    async ({ keys, ...counted }): Promise<MorningNumber> => ({
      ...base,
      ...counted,
      href: await addressOf(counted, keys, given.asOf),
    }),
    (cause: unknown) => {
      log.error({ err: cause }, 'number_not_counted')
      return none('This couldn’t be counted. Reload the page in a moment.')
    },
  )
  return Promise.race([
    counting,
    wait(patience, undefined, { ref: false }).then(() => none('Counting took too long. Open it to see the rows.')),
  ])
}

/** Where a number leads. With the rows that were counted, so that it opens exactly these; of more than are counted nobody knows which. */
async function addressOf({ href, count, isMore }: Counted, keys: readonly string[] | undefined, asOf: string): Promise<string> {
  const counted = keys && count !== null && !isMore ? await keepCounted(asOf, keys) : null
  return counted ? withCounted(href, counted) : href
}

const own = (of: NumberCoverage['of'], words: string): NumberCoverage => ({ of, from: null, gaps: [], partial: false, words })
const ofDashboard = own('dashboard', 'What people asked for and wrote here.')
const ofJournal = own('journal', 'Everything sent from here.')
const ofServers = own('dashboard', 'Copies that have said within a minute that they run.')
const ofRules = own('dashboard', 'What the rules in Settings, Alerts found.')

/** Where a number leads that wasn't counted. */
const places: Record<NumberKey, string> = {
  'my-unconfirmed': '/journal?outcome=open&owner=me',
  unconfirmed: '/journal?outcome=open',
  unowned: '/journal?outcome=open&owner=nobody',
  answers: waitingPath('answer'),
  guides: waitingPath('guide'),
  mentions: waitingPath('mention'),
  promised: waitingPath('promise'),
  events: waitingPath('events'),
  keys: waitingPath('keys'),
  journal: waitingPath('journal'),
  jobs: waitingPath('jobs'),
  copies: '/settings/status#copies',
  alerts: '/settings/alerts',
  incidents: '/incidents',
  approvals: '/approvals',
  proposals: '/approvals?lane=machines',
  'machine-calls': '/settings/machines',
  'refunds-to-decide': '/refunds',
  'refunds-approved': '/refunds?state=approved&file=no',
  'refunds-sent': '/refunds?state=approved&file=yes',
  'renewals-mine': listPath('renewals-failed', { span: '1', opened: 'me' }),
  'renewals-today': listPath('renewals-failed', { span: '1' }),
  'double-payments': listPath('double-payments', morningFilters['double-payments']),
  vouchers: listPath('vouchers', morningFilters.vouchers),
  'money-back': listPath('money-back', morningFilters['money-back']),
}

const makers: Record<NumberKey, (given: MorningInput) => Promise<Counted>> = {
  'my-unconfirmed': ({ person }) => actions('my-unconfirmed', person, 'me'),
  unconfirmed: ({ person }) => actions('unconfirmed', person),
  unowned: ({ person }) => actions('unowned', person, 'nobody'),
  answers: (given) => group('answers', 'answer', given),
  guides: (given) => group('guides', 'guide', given),
  mentions: (given) => group('mentions', 'mention', given),
  promised: (given) => group('promised', 'promise', given),
  events: (given) => group('events', 'events', given),
  keys: (given) => group('keys', 'keys', given),
  journal: (given) => group('journal', 'journal', given),
  jobs: (given) => group('jobs', 'jobs', given),
  copies: async () => {
    const alive = (await copiesNow(await database(), Date.now())).filter((copy) => copy.alive)
    return { count: alive.length, href: places.copies, coverage: ofServers }
  },
  alerts: async ({ person, merchant }) => {
    const store = await database()
    const counted = await countOpenAlerts(store, person, merchant.code)
    const keys = (await openAlerts(store, person, merchant.code)).map(({ id }) => id)
    const areAll = keys.length === counted.count
    return { ...counted, ...(areAll && { keys }), href: places.alerts, coverage: ofRules }
  },
  incidents: async ({ merchant }) => ({ ...(await keysOfOpenIncidents(merchant.code)), href: places.incidents }),
  approvals: async ({ waiting }) => {
    const of = (await waiting()).approvals.filter(({ state }) => state === 'waiting')
    const keys = of.map(({ id }) => id)
    return { ...upTo(maxApprovals, keys), oldest: first(of.map(({ askedAt }) => askedAt)), href: places.approvals }
  },
  proposals: async ({ person }) => {
    const waiting = (await listProposals(person)).proposals.filter(({ state }) => state === 'waiting')
    const keys = waiting.map(({ id }) => id)
    return { keys, count: keys.length, oldest: first(waiting.map(({ proposedAt }) => proposedAt)), href: places.proposals }
  },
  'machine-calls': async () => ({ count: await callsToday(), href: places['machine-calls'], coverage: ofJournal }),
  'refunds-to-decide': ({ person }) => refunds('refunds-to-decide', person, { state: 'waiting' }),
  'refunds-approved': ({ person }) => refunds('refunds-approved', person, { state: 'approved', file: 'no' }),
  'refunds-sent': ({ person }) => refunds('refunds-sent', person, { state: 'approved', file: 'yes' }),
  'renewals-mine': (given) => list('renewals-failed', { span: '1', opened: 'me' }, given),
  'renewals-today': async (given) => {
    const counted = await list('renewals-failed', { span: '1' }, given)
    const { person, merchant } = given
    const context = contextOf(person, merchant)
    const usual = await usualCount('renewals-failed', context, { from: daysAfter(context.today, -7), days: 7 })
    return { ...counted, change: usual === null || counted.count === null ? null : counted.count - usual }
  },
  'double-payments': (given) => list('double-payments', morningFilters['double-payments'], given),
  vouchers: (given) => list('vouchers', morningFilters.vouchers, given),
  'money-back': (given) => list('money-back', morningFilters['money-back'], given),
}

async function actions(key: NumberKey, person: Person, owner?: 'me' | 'nobody'): Promise<Counted> {
  return { ...(await keysOfActions(person, { outcome: 'open', owner })), href: places[key], coverage: ofJournal }
}

async function refunds(
  key: NumberKey,
  person: Person,
  filter: Pick<RefundFilter, 'state'> & Partial<RefundFilter>,
): Promise<Counted> {
  const { oldest, ...counted } = await keysOfRefunds(person, { ...noNarrowing, sort: null, ...filter })
  return { ...counted, oldest: filter.state === 'waiting' ? oldest : null, href: places[key] }
}

async function group(key: NumberKey, of: WaitingGroup, { person, waiting }: MorningInput): Promise<Counted> {
  const rows = waitingRows(await waiting(), person.role).filter((row) => groupOf(row) === of)
  const keys = rows.map((row) => row.key)
  return { ...upTo(mostOf[of] ?? keys.length, keys), oldest: first(rows.flatMap(({ at }) => at ?? [])), href: places[key] }
}

const mostOf: Partial<Record<WaitingGroup, number>> = { mention: maxMentions, guide: maxOpenGuides }

/** At most so many of them, and whether there are more. */
const upTo = (most: number, all: readonly string[]) => {
  const keys = all.slice(0, most)
  return { keys, count: keys.length, isMore: all.length > most }
}

const first = (times: readonly string[]): string | null => times.toSorted()[0] ?? null

async function list(name: ListName, filter: ListFilter, { person, merchant }: MorningInput): Promise<Counted> {
  const context = contextOf(person, merchant)
  const known = await coverageOf(lists[name].of, merchant.code)
  const words = describeCoverage(known, merchant.name, context.today)
  const isFromEvents = lists[name].of === 'events'
  const coverage: NumberCoverage = {
    of: isFromEvents ? 'events' : 'opened histories',
    from: known.from,
    gaps: [],
    partial: true,
    words,
  }
  // Of nothing that was read or came there's no number, not even none.
  const isNothing = isFromEvents ? known.from === null : known.read === 0
  const count = isNothing ? { count: null, isMore: false, why: words } : await counted(name, context, filter)
  return { ...count, href: listPath(name, filter), coverage }
}

async function counted(...[name, context, filter]: Parameters<typeof keysOf>) {
  const { keys, isMore } = await keysOf(name, context, filter)
  return { keys, count: keys.length, isMore }
}
