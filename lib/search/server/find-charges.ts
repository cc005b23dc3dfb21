import 'server-only'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { fold } from '@/lib/core/fold'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Clues } from '../statement-clues'
import { findKeys } from './find-keys'

/** A charge that fits clues: why, in words, and how well. */
export type FoundCharge = { row: Tables['directory_charges']; reason: string; score: number }

/** What is looked for, prepared: each clue is there or left out. */
export type ChargeQuery = {
  amounts: Clues['amounts']
  days: string[]
  lastFours: string[]
  /** Descriptors and buyers that the words may mean, and whether exactly. */
  descriptors: Map<string, boolean>
  buyers: Map<string, boolean>
}

const dayMs = 86_400_000
/** Banks post charges a few days late and in their own time zone. */
const daysOff = 3
const max = 20
const maxRead = 60

/** Charges that fit what a statement tells, best first: those that fit all of it, then those that fit some. */
export async function findCharges(store: Database, merchant: string, clues: Clues, name = ''): Promise<FoundCharge[]> {
  const byWords = await meantBy(store, merchant, clues.words)
  const byName = await meantBy(store, merchant, name)
  const meant = { descriptors: byWords.descriptors, buyers: new Map([...byWords.buyers, ...byName.buyers]) }
  const query: ChargeQuery = { ...clues, ...meant }
  const conditions = conditionsOf(query)
  const found = new Map<string, Tables['directory_charges']>()
  for (const some of choices(conditions)) {
    for (const row of await chargesWhere(store, merchant, some)) found.set(row.charge_id, row)
    if (found.size >= max) break
  }
  return [...found.values()]
    .map((row) => ({ row, ...judged(row, query) }))
    .toSorted((a, b) => b.score - a.score || (a.row.day < b.row.day ? 1 : -1))
    .slice(0, max)
}

/** The descriptors and buyers that words may mean. A line often holds more words than the descriptor itself. */
async function meantBy(store: Database, merchant: string, words: string): Promise<Pick<ChargeQuery, 'descriptors' | 'buyers'>> {
  const descriptors = new Map<string, boolean>()
  const buyers = new Map<string, boolean>()
  const whole = fold(words)
  const tries = whole === '' ? [] : [whole, ...whole.split(' ').filter((word) => [...word].length >= 4)].slice(0, 6)
  for (const text of tries) {
    for (const { kind, key, buyerId, match } of await findKeys(store, merchant, text, max)) {
      if (kind === 'descriptor') descriptors.set(key, descriptors.get(key) || whole.includes(key))
      else if ((kind === 'name' || kind === 'nameWord' || kind === 'email') && text === whole)
        buyers.set(buyerId, buyers.get(buyerId) || (match === 'exact' && kind !== 'nameWord'))
    }
    if (descriptors.size + buyers.size > 0) break
  }
  return { descriptors, buyers }
}

type From = ExpressionBuilder<Tables, 'directory_charges'>
type Condition = { alone: boolean; is: (of: From) => ExpressionWrapper<Tables, 'directory_charges', SqlBool> }

function conditionsOf({ amounts, days, lastFours, descriptors, buyers }: ChargeQuery): Condition[] {
  const ranges = days.map((day) => [shifted(day, -daysOff), shifted(day, daysOff)] as const)
  const given: (Condition | null)[] = [
    lastFours.length === 0 ? null : { alone: true, is: (of) => of.and([of('last_four', 'in', lastFours)]) },
    amounts.length === 0
      ? null
      : {
          alone: true,
          is: (of) =>
            of.and([
              of(
                'amount',
                'in',
                amounts.map(({ amount }) => amount),
              ),
            ]),
        },
    buyers.size === 0 ? null : { alone: true, is: (of) => of.and([of('buyer_id', 'in', [...buyers.keys()])]) },
    descriptors.size === 0 ? null : { alone: true, is: (of) => of.and([of('descriptor', 'in', [...descriptors.keys()])]) },
    ranges.length === 0 ? null : { alone: false, is: (of) => of.or(ranges.map(([from, to]) => of.between('day', from, to))) },
  ]
  return given.filter((each) => each !== null)
}

const shifted = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** All conditions at once, then all but one, then each alone. A day alone says too little to be looked for. */
function* choices(all: Condition[]): Generator<Condition[]> {
  const sound = (some: Condition[]) => some.some(({ alone }) => alone)
  if (sound(all)) yield all
  if (all.length > 2) yield* all.map((_, index) => all.toSpliced(index, 1)).filter(sound)
  if (all.length > 1) yield* all.map((each) => [each]).filter(sound)
}

const chargesWhere = (store: Database, merchant: string, conditions: Condition[]) =>
  store
    .selectFrom('directory_charges')
    .selectAll()
    .where('merchant', '=', merchant)
    .where((of) => of.and(conditions.map(({ is }) => is(of))))
    .orderBy(sql.ref('day'), 'desc')
    .limit(maxRead)
    .execute()

const offWords = ['date exact', 'date one day out', 'date two days out', 'date three days out']

function judged(row: Tables['directory_charges'], query: ChargeQuery): { reason: string; score: number } {
  const amount = query.amounts.find((each) => each.amount === row.amount)
  const off = Math.min(...query.days.map((day) => Math.abs(Date.parse(day) - Date.parse(row.day)) / dayMs))
  const descriptor = query.descriptors.get(row.descriptor)
  const buyer = query.buyers.get(row.buyer_id)
  const reasons: [words: string, score: number][] = []
  if (amount)
    reasons.push(
      amount.currency === null || amount.currency === row.currency
        ? ['amount exact', 5]
        : ['amount exact in another currency', 2],
    )
  if (off <= daysOff) reasons.push([offWords[off] ?? '', 4 - off / 2])
  if (query.lastFours.includes(row.last_four)) reasons.push(['last four exact', 4])
  if (descriptor !== undefined) reasons.push(descriptor ? ['descriptor exact', 3] : ['part of the descriptor', 2])
  if (buyer !== undefined) reasons.push(buyer ? ['name exact', 4] : ['part of the name', 2])
  const words = reasons.map(([each]) => each).join(', ')
  return { reason: words.charAt(0).toUpperCase() + words.slice(1), score: reasons.reduce((sum, [, score]) => sum + score, 0) }
}
