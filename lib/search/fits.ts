import { dayMs } from '@/lib/core/dates'
import { plainDecimal } from '@/lib/core/fold'
import type { Clue } from './clue'

/** A charge by what a message can tell of it: `amount` without needless zeros, `day` the service's, `descriptor` folded. */
export type PlainCharge = {
  chargeId: string
  orderId: string
  buyerId: string
  amount: string
  currency: string
  day: string
  lastFour: string
  descriptor: string
}

/** What tells of a buyer or a descriptor, and whether exactly. */
type Named = { by: string; isExact: boolean }

/** What is looked for, prepared: what no clue tells is empty. */
export type ChargeQuery = {
  amounts: { amount: string; currency: string | null }[]
  days: string[]
  lastFours: string[]
  /** Folded descriptors that the words may mean. */
  descriptors: Map<string, Named>
  /** By buyer id. */
  buyers: Map<string, Named>
  /** Orders and charges by their id: what names them, and whose they are. */
  things: Map<string, { by: string; buyerId: string }>
  /** E-mails were given, so that a buyer without one of them does not fit. */
  isOfSomebody: boolean
}

/** What clues tell of a charge by themselves; whom and what they name is looked up. */
export function queryOf(clues: readonly Clue[]): ChargeQuery {
  const valuesOf = (kind: Clue['kind']) => clues.filter((clue) => clue.kind === kind).flatMap(({ values }) => values)
  return {
    amounts: clues
      .filter(({ kind }) => kind === 'amount')
      .flatMap(({ values, currency }) => values.map((value) => ({ amount: plainDecimal(value) ?? '', currency })))
      .filter(({ amount }) => amount !== ''),
    days: valuesOf('day'),
    lastFours: valuesOf('lastFour'),
    descriptors: new Map(),
    buyers: new Map(),
    things: new Map(),
    isOfSomebody: clues.some(({ kind }) => kind === 'email'),
  }
}

/** How well a charge fits: what matches, what nearly does, what doesn't, in words. */
export type Fit = { matched: string[]; near: string[]; missed: string[]; score: number }

/** Banks post charges a few days late and in their own time zone. */
export const daysOff = 3
const offWords = ['', 'date one day out', 'date two days out', 'date three days out']

export function fitOf(charge: PlainCharge, query: ChargeQuery): Fit {
  const fit: Fit = { matched: [], near: [], missed: [], score: 0 }
  const add = (to: 'matched' | 'near', words: string, score: number) => {
    fit[to].push(words)
    fit.score += score
  }
  const thing = query.things.get(charge.chargeId) ?? query.things.get(charge.orderId)
  if (thing) add('matched', thing.by, 8)
  amountOf(charge, query, fit, add)
  dayOf(charge, query, fit, add)
  if (query.lastFours.includes(charge.lastFour)) add('matched', 'last four', 4)
  else if (query.lastFours.length > 0) fit.missed.push('last four')
  namedOf(query.descriptors.get(charge.descriptor), { exact: 3, part: 2 }, add)
  namedOf(query.buyers.get(charge.buyerId), { exact: 6, part: 2 }, add)
  if (query.isOfSomebody && !query.buyers.has(charge.buyerId)) fit.missed.push('e-mail')
  return fit
}

type Add = (to: 'matched' | 'near', words: string, score: number) => void

function namedOf(named: Named | undefined, scores: { exact: number; part: number }, add: Add): void {
  if (named?.isExact) add('matched', named.by, scores.exact)
  else if (named) add('near', `part of the ${named.by}`, scores.part)
}

function amountOf({ amount, currency }: PlainCharge, { amounts }: ChargeQuery, fit: Fit, add: Add): void {
  const same = amounts.filter((each) => each.amount === amount)
  if (same.some((each) => each.currency === null || each.currency === currency)) add('matched', 'amount', 5)
  else if (same.length > 0) add('near', 'amount in another currency', 2)
  else if (amounts.length > 0) fit.missed.push('amount')
}

function dayOf({ day }: PlainCharge, { days }: ChargeQuery, fit: Fit, add: Add): void {
  const off = Math.min(...days.map((each) => Math.abs(Date.parse(each) - Date.parse(day)) / dayMs))
  if (off === 0) add('matched', 'date', 4)
  else if (off <= daysOff) add('near', offWords[off] ?? '', 4 - off / 2)
  else if (days.length > 0) fit.missed.push('date')
}

/** Whether a message tells enough of a charge for it to be this one: a day alone does not. */
export const isTelling = ({ matched }: Fit): boolean => matched.some((words) => words !== 'date' && words !== 'e-mail')

/** `Amount and last four match, date one day out, the e-mail doesn’t`. */
export function describeFit({ matched, near, missed }: Fit): string {
  const fits = matched.length === 0 ? [] : [`${listed(matched)} ${matched.length === 1 ? 'matches' : 'match'}`]
  const verb = matched.length === 0 ? ' match' : ''
  const not = missed.length === 0 ? [] : [`the ${listed(missed)} ${missed.length === 1 ? 'doesn’t' : 'don’t'}${verb}`]
  const words = [...fits, ...near, ...not].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
