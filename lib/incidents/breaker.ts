/** Each limit at which a run pauses by itself. */
export type BreakerLimit =
  | 'refused-of-50'
  | 'refused-of-all'
  | 'new-error'
  | 'unconfirmed-of-100'
  | 'keys-refused'
  | 'service-away'
  | 'moved-in-a-row'
/** How near a limit is. `count` and `limit` are rows; of `refused-of-all` tenths of a percent; of `keys-refused` and `service-away` 0 or 1. */
export type BreakerGauge = { limit: BreakerLimit; count: number; at: number }

/** How a row of a run ended. `words` say why the service refused it; `stop` that it takes nobody's commands now. */
export type RowEnd = {
  state: 'done' | 'refused' | 'not-sent' | 'unconfirmed' | 'moved' | 'left-out'
  words: string | null
  stop?: 'keys-refused' | 'service-away' | null
}

/** Of all rows of the run, those before the last go-on included. */
export type RunTotals = { ended: number; refused: number }

export const limits: Record<BreakerLimit, number> = {
  'refused-of-50': 3,
  'refused-of-all': 20, // tenths of a percent
  'new-error': 2,
  'unconfirmed-of-100': 3,
  'moved-in-a-row': 5,
  'keys-refused': 1,
  'service-away': 1,
}
const countsFrom = 150
export const rowsLookedAt = 100

/**
 * How near each limit is, at which a run pauses by itself. `ends` are the newest outcomes since it was last told to go on, newest first, a
 * hundred at least where there are so many; `known` are the errors that somebody has seen: the pilot's, and those before it went on.
 */
export function gauges(ends: readonly RowEnd[], totals: RunTotals, known: ReadonlySet<string>): BreakerGauge[] {
  const among = (count: number, is: (end: RowEnd) => boolean) => ends.slice(0, count).filter(is).length
  const movedInARow = ends.findIndex(({ state }) => state !== 'moved')
  const counts: Record<BreakerLimit, number> = {
    'refused-of-50': among(50, ({ state }) => state === 'refused'),
    'refused-of-all': totals.ended < countsFrom ? 0 : Math.floor((totals.refused * 1_000) / totals.ended),
    'new-error': newErrors(ends.slice(0, 20), known),
    'unconfirmed-of-100': among(100, ({ state }) => state === 'unconfirmed'),
    'moved-in-a-row': movedInARow === -1 ? ends.length : movedInARow,
    'keys-refused': among(rowsLookedAt, ({ stop }) => stop === 'keys-refused'),
    'service-away': among(rowsLookedAt, ({ stop }) => stop === 'service-away'),
  }
  return (Object.keys(limits) as BreakerLimit[]).map((limit) => ({ limit, count: counts[limit], at: limits[limit] }))
}

/** How often the most frequent error came that nobody has seen yet: a refusal, or why a row couldn’t be sent. */
function newErrors(ends: readonly RowEnd[], known: ReadonlySet<string>): number {
  const counts = new Map<string, number>()
  for (const { state, words } of ends)
    if (isError(state) && !known.has(words ?? '')) counts.set(words ?? '', (counts.get(words ?? '') ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

const isError = (state: RowEnd['state']) => state === 'refused' || state === 'not-sent'

/**
 * The limit that is reached, the one that says most first; null where none is. A share of all counts only once something was refused since the
 * last go-on.
 */
export function tripped(ends: readonly RowEnd[], totals: RunTotals, known: ReadonlySet<string>): BreakerLimit | null {
  const isNew = ends.some(({ state }) => state === 'refused')
  const reached = gauges(ends, totals, known).flatMap(({ limit, count, at }) =>
    count >= at && (limit !== 'refused-of-all' || isNew) ? [limit] : [],
  )
  return reached.find((limit) => isSwitch.includes(limit)) ?? reached[0] ?? null
}

/** Limits that are reached at once: the service takes nobody's commands now. */
export const isSwitch: readonly BreakerLimit[] = ['keys-refused', 'service-away']

/** Why a run has paused by itself, as its page and the journal say it. */
export const limitLabels: Record<BreakerLimit, string> = {
  'refused-of-50': '3 of the last 50 were refused',
  'refused-of-all': '2% of all were refused',
  'new-error': 'An error that the pilot didn’t show came twice within 20 rows',
  'unconfirmed-of-100': '3 of the last 100 are unconfirmed',
  'moved-in-a-row': '5 in a row had moved since the preview',
  'keys-refused': 'The service refused our keys',
  'service-away': 'The service isn’t responding, or refuses reads',
}
