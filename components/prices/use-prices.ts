'use client'

import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { bearingOn, isComparable } from '@/lib/prices/bearing'
import { askPrices } from '@/lib/prices/client/ask-prices'
import { livePrices, type PricesNow, type RequestedCell } from '@/lib/prices/client/live-prices'
import {
  type CellView,
  type Compared,
  compared,
  paidPrice,
  pricedNow,
  type Reference,
  referenceOf,
  type TodayPrice,
} from '@/lib/prices/compared'
import { isPriceable, unpriceableBecause, type WorkbenchProblems } from '@/lib/prices/line-problems'
import { askedAs, askedOf } from '@/lib/prices/price-body'
import { refusalOnLines } from '@/lib/prices/refusal-on-lines'
import { paidNow, type Today } from '@/lib/prices/today'
import { byAddress, type Option, type Workbench, withCommonDiscount } from '@/lib/prices/workbench'

/** How long what is typed or slid rests before its prices are asked for: longer than most people take from one digit to the next. */
const restMs = 250

type Input = {
  merchant: string
  buyerId: string
  buyerAddress: string
  workbench: Workbench
  problems: WorkbenchProblems
  today: Today | null
  /** The currency that is looked at. */
  currency: string
  /** Whether anything can be asked yet. */
  isReady: boolean
}

const cellKey = (option: string, currency: string) => `${option} ${currency}`

/** The prices of what is on screen, asked for as it changes. Old ones stay, and are told to be old, until newer ones arrive. */
export function usePrices(input: Input) {
  const { workbench, today } = input
  const [live] = useState(makeStore)
  const now = useSyncExternalStore(live.subscribe, live.now, live.now)
  useEffect(() => live.stop, [live])
  const cells = cellsOf(input)
  useAsking(input, cells, live.want)

  const viewOf = viewsOf(now, cells)
  const answers = useMemo(
    () => [...now.known.values()].flatMap(({ outcome }) => ('answer' in outcome ? [outcome.answer] : [])),
    [now.known],
  )
  const todayAt = (currency: string): TodayPrice | null => today && todayPrice(today, currency, workbench, viewOf)
  const pinned = workbench.options.find(({ key }) => key === workbench.baseline)
  const referenceFor = (option: Option, currency: string): Reference | null => {
    if (pinned) return pinned.key === option.key ? null : referenceOf(compared(viewOf(pinned.key, currency), null))
    const price = todayAt(currency)
    return price && today && isComparable(bearingOn(option, today)) ? referenceOf(price) : null
  }
  /** What they paid last, where another option is compared with: it says nothing of that. */
  const paidAt = (option: Option, currency: string): Reference | null => {
    const price = pinned && today && isComparable(bearingOn(option, today)) ? todayAt(currency) : null
    const reference = price && referenceOf(price)
    const last = reference && today && (reference.last ?? paidNow(today))
    return last && last.currency === currency ? { ...reference, last } : null
  }
  const failed = cells.filter(({ key }) => {
    const found = now.known.get(key)
    return found !== undefined && 'problem' in found.outcome && !now.asking.has(key)
  })
  const due = cells.filter(({ key, asked }) => now.known.get(key)?.asked !== asked)
  return {
    /** Prices on screen, those of today’s row included, and how many of them are still to come. */
    count: cells.length,
    due: input.isReady ? due.length : 0,
    run: now.run,
    failed: failed.length,
    answers,
    outcomeOf: (option: string, currency: string) => viewOf(option, currency),
    comparedAt: (option: Option, currency: string): Compared => ({
      ...compared(viewOf(option.key, currency), referenceFor(option, currency), pinned ? paidAt(option, currency) : undefined),
      wrong: unpriceableBecause(option),
      bearing: today === null ? null : bearingOn(option, today),
    }),
    todayAt,
    again: live.again,
  }
}

export type Prices = ReturnType<typeof usePrices>

function makeStore() {
  const listeners = new Set<() => void>()
  const live = livePrices(() => {
    for (const tell of listeners) tell()
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { ...live, subscribe }
}

/**
 * Every price that can be asked for as things are typed; what isn't a value yet has none. Today's is asked only where no charge tells it,
 * and once with the option that is exactly that.
 */
function cellsOf({ buyerId, buyerAddress, workbench, problems, today }: Input): RequestedCell[] {
  const { options, currencies, discount } = workbench
  const codes = currencies.filter((_, at) => problems.currencies[at] === null)
  const cell = (option: Option, currency: string): RequestedCell => ({
    option,
    currency,
    key: cellKey(option.key, currency),
    asked: askedOf(option, currency, workbench, buyerId, buyerAddress),
  })
  const priced = options.filter((option) => isPriceable(option, workbench)).map((option) => withCommonDiscount(option, discount))
  return codes.flatMap((currency) => [
    ...priced.map((option) => cell(option, currency)),
    ...(today === null || paidNow(today)?.currency === currency || problems.locale !== null
      ? []
      : [cell(askedAs(today.option, priced), currency)]),
  ])
}

const placesOf = ({ options, currencies }: Workbench, today: Today | null) =>
  [...options, ...(today === null ? [] : [today.option])].flatMap(({ key }) => currencies.map((code) => cellKey(key, code)))

function useAsking(
  { merchant, buyerId, buyerAddress, workbench, today, currency, isReady }: Input,
  cells: RequestedCell[],
  want: ReturnType<typeof makeStore>['want'],
): void {
  const [isFirst, setIsFirst] = useState(true)
  const wish = JSON.stringify(cells.map(({ key, asked }) => [key, asked]))
  const ask = useEffectEvent(() => {
    if (cells.length > 0) setIsFirst(false)
    want({
      cells,
      places: placesOf(workbench, today),
      setting: workbench,
      first: currency,
      fetchPrices: (body, signal) => askPrices({ merchant, buyerId, body, buyerAddress, signal }),
    })
  })
  const rest = isFirst ? 0 : restMs
  // The workbench is another one at each key, so a point that is typed on the way to 12.5 begins the rest anew, though 12 stays what is asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wish says when it is asked again; how long it rests is no reason to.
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(ask, rest)
    return () => clearTimeout(timer)
  }, [wish, workbench, currency, isReady])
}

function viewsOf(now: PricesNow, cells: readonly RequestedCell[]) {
  const asked = new Map(cells.map((cell) => [cell.key, cell.asked]))
  return (option: string, currency: string): CellView => {
    const key = cellKey(option, currency)
    const known = now.known.get(key)
    const isOutdated = known !== undefined && known.asked !== asked.get(key)
    return { outcome: known?.outcome, isAsking: now.asking.has(key), isOutdated }
  }
}

type ViewOf = ReturnType<typeof viewsOf>

/** What they pay today in a currency: the last renewal where it is of that currency, else the same product priced now. */
function todayPrice(today: Today, currency: string, { options, currencies }: Workbench, viewOf: ViewOf): TodayPrice {
  const { paid, months, option } = today
  const currencyOf = (key: string, column: string) => compared(viewOf(key, column), null).currency
  const keys = [option.key, ...options.map(({ key }) => key)]
  const isPaidIn =
    paid?.currency === currency || (currency === byAddress && keys.some((key) => currencyOf(key, currency) === paid?.currency))
  const term = months ?? currencies.map((code) => compared(viewOf(option.key, code), null).months).find((each) => each !== null)
  const charged = paidNow(today)
  return charged && isPaidIn
    ? paidPrice(charged, term ?? null)
    : pricedNow(viewOf(option.key, currency), term ?? null, isPaidIn ? paid : null)
}

/** The service's refusals for an option, by line, as long as its inputs are unchanged. */
export function refusedLines({ currencies }: Workbench, prices: Prices, option: Option) {
  const known = new Set(prices.answers.flatMap(({ products }) => products.flatMap(({ code }) => code ?? [])))
  const refusals = currencies.map((currency) => {
    const { outcome, isOutdated } = prices.outcomeOf(option.key, currency)
    return outcome && 'problem' in outcome && !isOutdated ? refusalOnLines(outcome.problem, option, known) : {}
  })
  return Object.assign({}, ...refusals) as ReturnType<typeof refusalOnLines>
}

/** The service's refusal of the buyer's address. */
export function refusedAddress({ options, currencies }: Workbench, { outcomeOf }: Prices): string | undefined {
  for (const { key } of options)
    for (const currency of currencies) {
      const { outcome, isOutdated } = outcomeOf(key, currency)
      const fields = outcome && 'problem' in outcome && !isOutdated ? outcome.problem.fields : []
      const found = fields.find(({ field }) => field === 'x-buyer-ip')
      if (found) return found.title
    }
  return undefined
}
