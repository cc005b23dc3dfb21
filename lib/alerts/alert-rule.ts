import { type ListName, listNames, lists } from '@/lib/lists/lists'

/** What a rule counts beside the rows of a list. */
const measures = ['declined-share', 'chargebacks', 'events', 'silence'] as const
type Measure = (typeof measures)[number]
/** Money that went back is counted by the measure of chargebacks alone: its list also has imported events, which never alert. */
const watchedLists = listNames.filter((name): name is Exclude<ListName, 'money-back'> => name !== 'money-back')
type WatchedList = (typeof watchedLists)[number]

export const alertSources = [...measures, ...watchedLists] as const
export type AlertSource = (typeof alertSources)[number]

/** Whom an alert may be for. */
export const alertRoles = ['manager', 'admin'] as const
export type AlertRole = (typeof alertRoles)[number]

/** A rule as people set it. The threshold is a count, of `declined-share` percent, of `events` how many in an hour. */
export type RuleToSave = {
  source: AlertSource
  op: 'atLeast' | 'atMost'
  threshold: number
  /** Over how long is counted; null where the source has no choice of times. */
  windowMinutes: number | null
  /** Of a share: of how many at least. */
  least: number | null
  /** For how long it isn't raised again. */
  quietMinutes: number
  roles: AlertRole[]
  on: boolean
}

/** A rule of a merchant account. `shipped`: it comes with the dashboard, and can be turned off but not removed. */
export type AlertRule = RuleToSave & { id: string; version: number; shipped: boolean; changedBy: string | null }

/** The answer to a change has no `asOf`: whoever repeats the request gets the same to the letter. */
type Collection = { type: 'collection'; total: number; asOf?: string }

export type AlertRules = { data: AlertRule[]; meta: Collection }

/** An alert that nobody has closed. `raisedAt` is ISO in UTC; `href` leads to the rows that were counted. */
export type OpenAlert = { id: string; words: string; href: string; count: number; raisedAt: string; ruleId: string }

export type OpenAlerts = { data: OpenAlert[]; meta: Collection }

const hour = 60
const day = 24 * hour

/** The rules that every merchant account has from the beginning. */
export const shippedRules: Record<string, RuleToSave> = {
  'double-payments': ofCount('double-payments', 1, { windowMinutes: 7 * day, quietMinutes: day }),
  'declined-share': { ...ofCount('declined-share', 40, { windowMinutes: 15, quietMinutes: hour }), least: 30 },
  chargebacks: ofCount('chargebacks', 3, { windowMinutes: day, quietMinutes: day }),
  silence: ofCount('silence', 1, { windowMinutes: null, quietMinutes: hour }),
}

function ofCount(source: AlertSource, threshold: number, times: Pick<RuleToSave, 'windowMinutes' | 'quietMinutes'>): RuleToSave {
  return { source, op: 'atLeast', threshold, least: null, roles: ['manager', 'admin'], on: true, ...times }
}

const isList = (source: AlertSource): source is WatchedList => (watchedLists as readonly string[]).includes(source)

/** The list that a rule counts, with the days it is counted over as that list's filter; null for a measure. */
export function listOf({ source, windowMinutes }: Pick<RuleToSave, 'source' | 'windowMinutes'>) {
  if (!isList(source)) return null
  return { name: source, filter: windowMinutes === null ? {} : { span: `${windowMinutes / day}` } }
}

const measureLabels: Record<Measure, string> = {
  'declined-share': 'Declined share of a provider',
  chargebacks: 'Chargebacks',
  events: 'Events per hour',
  silence: 'Silence',
}

export const describeSource = (source: AlertSource): string => (isList(source) ? lists[source].label : measureLabels[source])

/** Over which times a source can be counted, in minutes; none where it has no choice of them. */
export function windowsOf(source: AlertSource): readonly number[] {
  if (source === 'declined-share') return [15, 30, hour, 4 * hour, day]
  if (source === 'chargebacks') return [day, 7 * day, 30 * day]
  if (source === 'events') return [hour, 2 * hour, 6 * hour, day]
  // The choices of open vouchers say for how long each has been open.
  if (source === 'silence' || source === 'vouchers') return []
  return lists[source].spans.map(({ value }) => Number(value) * day)
}

export const quietChoices = [15, hour, 4 * hour, day, 7 * day] as const

const plural = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

/** `15 minutes`, `24 hours`, `7 days`. */
export function formatDuration(minutes: number): string {
  if (minutes % day === 0 && minutes > day) return plural(minutes / day, 'day')
  return minutes % hour === 0 ? plural(minutes / hour, 'hour') : plural(minutes, 'minute')
}

/** Over which time a rule counts: a list of one day is that of today. What happens is counted by when its event came, which may be later. */
export const describeWindow = ({ source, windowMinutes }: Pick<RuleToSave, 'source' | 'windowMinutes'>): string => {
  if (windowMinutes === null) return ''
  const span = describeSpan(source, windowMinutes)
  if (span === 'today') return span
  const isByEvents = source === 'declined-share' || source === 'chargebacks'
  return `in ${isByEvents ? 'the events of ' : ''}${span}`
}

/** The time itself, as one chooses it. */
export const describeSpan = (source: AlertSource, minutes: number): string =>
  isList(source) && minutes === day ? 'today' : formatDuration(minutes)

/** A rule in a line: `Chargebacks: 3 or more in the events of 24 hours`. */
export function describeAlertRule(rule: RuleToSave): string {
  const { source, op, threshold, least } = rule
  const name = describeSource(source)
  if (source === 'silence') return `${name}: no event for longer than usual, or none of our own actions`
  const number = `${threshold.toLocaleString('en')}${source === 'declined-share' ? '%' : ''}`
  const of = least === null ? '' : `of at least ${least.toLocaleString('en')}`
  return [`${name}: ${number} or ${op === 'atLeast' ? 'more' : 'fewer'}`, of, describeWindow(rule)].filter(Boolean).join(' ')
}

const minCases = { from: 30, to: 10_000 }
const maxThreshold = (source: AlertSource) => (source === 'declined-share' ? 100 : source === 'events' ? 1_000_000 : 1_000)

/** What is wrong with a rule, each with the field and what to do. */
export function wrongIn(rule: RuleToSave): { field: keyof RuleToSave; title: string }[] {
  const { source, op, threshold, windowMinutes, least } = rule
  const windows = windowsOf(source)
  const isWindow = windowMinutes === null ? windows.length === 0 : windows.includes(windowMinutes)
  const from = op === 'atMost' ? 0 : 1
  const isShare = source === 'declined-share'
  const isLeast = isShare ? least !== null && least >= minCases.from && least <= minCases.to : least === null
  return [
    ...(op === 'atMost' && source !== 'events'
      ? [{ field: 'op' as const, title: 'Use atLeast. Only events per hour can be too few.' }]
      : []),
    ...(threshold >= from && threshold <= maxThreshold(source)
      ? []
      : [{ field: 'threshold' as const, title: `Enter a number from ${from} to ${maxThreshold(source).toLocaleString('en')}` }]),
    ...(isWindow
      ? []
      : [
          {
            field: 'windowMinutes' as const,
            title: windows.length === 0 ? 'Send null: this has no choice of times' : `Use ${windows.join(', ')}`,
          },
        ]),
    ...(isLeast
      ? []
      : [
          {
            field: 'least' as const,
            title: isShare
              ? `Enter a number from ${minCases.from} to ${minCases.to.toLocaleString('en')}. Fewer cases make no share.`
              : 'Send null: only a share has it',
          },
        ]),
  ]
}
