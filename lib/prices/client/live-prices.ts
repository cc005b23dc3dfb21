import { type Problem, problem, ServiceProblem } from '@/lib/core/problem'
import type { CellOutcome } from '../compared'
import { type Cell, planRequests } from '../plan'
import { type PriceBody, priceBody } from '../price-body'
import type { Workbench } from '../workbench'
import type { PriceAnswer } from './ask-prices'

/** A price that is on screen: `key` is its place, `asked` is all that its answer rests on, the currency among it. */
export type RequestedCell = Cell & { key: string; asked: string }

export type RequestedPrices = {
  cells: readonly RequestedCell[]
  /** Every place on screen, also of what can't be asked as it is typed: its old price stays. */
  places: readonly string[]
  setting: Pick<Workbench, 'locale' | 'isMobile'>
  /** The currency that is looked at, which is asked for first. */
  first: string
  fetchPrices: (body: PriceBody, signal: AbortSignal) => Promise<PriceAnswer>
}

/** From the first request of a calculation until its last answer: how many prices were asked for, requests and milliseconds. */
export type Run = { prices: number; requests: number; from: number; until: number | null }

export type PricesNow = {
  /** The last outcome of each place, and what it was asked with. */
  known: ReadonlyMap<string, { outcome: CellOutcome; asked: string }>
  asking: ReadonlySet<string>
  run: Run | null
}

type Planned = { cells: RequestedCell[]; currency: string; wanted: RequestedPrices }
type Flight = { cells: readonly RequestedCell[]; aborter: AbortController }

const maxConcurrent = 4

/**
 * Keeps the prices of what is wanted: asks for what is new or changed in the fewest requests, at most four at once, and gives up what
 * nobody wants any more. Places that ask the same share one answer. An answer counts only for places that still want it as it was asked,
 * so a late one overwrites nothing. Where the service refuses options together, each is asked alone, so that one wrong product costs only
 * its own cell.
 */
export function livePrices(onChange: () => void, clock: () => number = Date.now) {
  let requested: RequestedPrices | null = null
  let places = new Map<string, RequestedCell>()
  let askedInRun = new Set<string>()
  let now: PricesNow = { known: new Map(), asking: new Set(), run: null }
  const wanting = (asked: string) => [...places.values()].filter((place) => place.asked === asked)
  const requests = requestsFor(({ asked }) => wanting(asked).length > 0, {
    onSent() {
      if (now.run) now = { ...now, run: { ...now.run, requests: now.run.requests + 1 } }
    },
    onAnswer(cells, outcomes) {
      const known = new Map(now.known)
      cells.forEach(({ asked }, index) => {
        const outcome = outcomes[index]
        if (outcome) for (const { key } of wanting(asked)) known.set(key, { outcome, asked })
      })
      now = { ...now, known }
    },
    onEnd: show,
  })

  function show(): void {
    const asking = new Set(requests.pending().flatMap(({ asked }) => wanting(asked).map(({ key }) => key)))
    const isOver = asking.size === 0 && now.run?.until === null
    now = { ...now, asking, run: isOver && now.run ? { ...now.run, until: clock() } : now.run }
    onChange()
  }

  function plan(): void {
    if (!requested) return
    now = { ...now, known: shared(now.known, places) }
    const underWay = requests.giveUpUnwanted()
    const due = [...places.values()].filter(({ key, asked }) => !underWay.has(asked) && now.known.get(key)?.asked !== asked)
    const isGoingOn = now.run !== null && now.run.until === null
    askedInRun = new Set([...(isGoingOn ? askedInRun : []), ...due.map(({ key }) => key)].filter((key) => places.has(key)))
    if (due.length > 0)
      now = { ...now, run: { requests: 0, from: clock(), ...(isGoingOn && now.run), prices: askedInRun.size, until: null } }
    requests.begin(planned(onceEach(due), requested, now.known))
    show()
  }

  return {
    now: () => now,
    /** What is on screen from now on. */
    want(next: RequestedPrices) {
      requested = next
      places = new Map(next.cells.map((cell) => [cell.key, cell]))
      const kept = new Set(next.places)
      now = { ...now, known: new Map([...now.known].filter(([key]) => kept.has(key))) }
      plan()
    },
    /** Asks again for every price, or for those alone that could not be had. The old ones stay until then. */
    again(which: 'all' | 'failed') {
      now = { ...now, known: withoutAsked(now.known, which) }
      plan()
    },
    stop: requests.stop,
  }
}

/** What is known, as if all of it or what failed had been asked with something else. */
function withoutAsked(known: PricesNow['known'], which: 'all' | 'failed'): PricesNow['known'] {
  const isKept = (outcome: CellOutcome) => which === 'failed' && !('problem' in outcome)
  return new Map([...known].map(([key, cell]) => [key, isKept(cell.outcome) ? cell : { ...cell, asked: '' }] as const))
}

/** What is known, with the answers that another place has to the same. */
function shared(known: PricesNow['known'], places: ReadonlyMap<string, RequestedCell>): PricesNow['known'] {
  const answers = new Map([...known.values()].map((answer) => [answer.asked, answer]))
  const found = [...places.values()].flatMap(({ key, asked }) => {
    const answer = known.get(key)?.asked === asked ? undefined : answers.get(asked)
    return answer ? [[key, answer] as const] : []
  })
  return found.length === 0 ? known : new Map([...known, ...found])
}

/** The first cell of those that ask the same. */
const onceEach = (cells: readonly RequestedCell[]): RequestedCell[] =>
  [...new Map(cells.toReversed().map((cell) => [cell.asked, cell])).values()].toReversed()

type RequestEvents = {
  onSent: () => void
  /** What became of each cell, in their order. */
  onAnswer: (cells: readonly RequestedCell[], outcomes: readonly CellOutcome[]) => void
  /** After an answer, and after what follows from it was sent. */
  onEnd: () => void
}

/** The requests of what is wanted, at most so many at once. */
function requestsFor(isWanted: (cell: RequestedCell) => boolean, { onSent, onAnswer, onEnd }: RequestEvents) {
  let queue: Planned[] = []
  const flights = new Set<Flight>()

  function pump(): void {
    while (flights.size < maxConcurrent) {
      const next = queue.shift()
      if (!next) return
      void send(next)
    }
  }

  async function send({ cells, currency, wanted: by }: Planned): Promise<void> {
    const flight: Flight = { cells, aborter: new AbortController() }
    flights.add(flight)
    onSent()
    const body = priceBody(
      cells.map(({ option }) => option),
      currency,
      by.setting,
    )
    const outcomes = await outcomesOf(cells, () => by.fetchPrices(body, flight.aborter.signal))
    if (!flights.delete(flight)) return
    if (outcomes === 'apart') queue.unshift(...cells.filter(isWanted).map((cell) => ({ cells: [cell], currency, wanted: by })))
    else onAnswer(cells, outcomes)
    pump()
    onEnd()
  }

  return {
    pending: () => [...flights, ...queue].flatMap(({ cells }) => cells.filter(isWanted)),
    /** Gives up what nobody wants any more, and says what is under way, as it was asked. */
    giveUpUnwanted(): ReadonlySet<string> {
      for (const flight of flights) {
        if (flight.cells.some(isWanted)) continue
        flight.aborter.abort()
        flights.delete(flight)
      }
      return new Set([...flights].flatMap(({ cells }) => cells.filter(isWanted).map(({ asked }) => asked)))
    },
    begin(next: Planned[]) {
      queue = next
      pump()
    },
    /** Gives up whatever is asked. */
    stop() {
      queue = []
      for (const { aborter } of flights) aborter.abort()
      flights.clear()
    },
  }
}

/** The fewest requests, those of the column that is looked at first. What was refused before is asked alone, so as to spoil no other. */
function planned(due: readonly RequestedCell[], requested: RequestedPrices, known: PricesNow['known']): Planned[] {
  const isSpoilt = ({ key }: RequestedCell) => {
    const outcome = known.get(key)?.outcome
    return outcome !== undefined && 'problem' in outcome && concernsOne.has(outcome.problem.kind)
  }
  const sound = due.filter((cell) => !isSpoilt(cell))
  const requests = planRequests(sound, requested.setting).map(({ currency, options }) => ({
    currency,
    wanted: requested,
    cells: sound.filter((cell) => cell.currency === currency && options.includes(cell.option)),
  }))
  const alone = due.filter(isSpoilt).map((cell) => ({ currency: cell.currency, wanted: requested, cells: [cell] }))
  const all = [...requests, ...alone]
  const isFirst = ({ currency }: Planned) => currency === requested.first
  return [...all.filter(isFirst), ...all.filter((each) => !isFirst(each))]
}

/** What became of each cell of a request, in its order; `apart` where one of several may have spoilt the others. Never rejects. */
async function outcomesOf(
  cells: readonly RequestedCell[],
  fetchPrices: () => Promise<PriceAnswer>,
): Promise<readonly CellOutcome[] | 'apart'> {
  try {
    const answer = await fetchPrices()
    return cells.map(({ option }) => {
      const bundle = answer.bundles.find(({ bundleHashKey }) => bundleHashKey === option.key)
      return bundle ? { bundle, answer } : { problem: leftOut }
    })
  } catch (cause) {
    const found = problemIn(cause)
    return cells.length > 1 && concernsOne.has(found.kind) ? 'apart' : cells.map(() => ({ problem: found }))
  }
}

/** Refusals that one option may have brought upon the others. */
const concernsOne = new Set<Problem['kind']>(['invalid', 'notFound', 'conflict'])

const leftOut = problem('unavailable', 'The service returned no price for this option.').problem

function problemIn(cause: unknown): Problem {
  if (cause instanceof ServiceProblem) return cause.problem
  return problem('unavailable', cause instanceof Error ? cause.message : 'We couldn’t reach the dashboard. Try again.').problem
}
