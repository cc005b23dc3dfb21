import 'server-only'
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { dayMs } from '@/lib/core/dates'
import { fold } from '@/lib/core/fold'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Clue } from '../clue'
import { type ChargeQuery, daysOff, type Fit, fitOf, type PlainCharge, queryOf } from '../fits'
import { findKeys, givenWhole } from './find-keys'

type DirectoryCharge = Tables['directory_charges']

/** A charge that fits clues, and how well. */
export type FoundCharge = { row: DirectoryCharge; fit: Fit }

const max = 20
const maxRead = 60

/** Charges that fit what clues tell, best first: those that fit all of it, then those that fit some. */
export async function findCharges(store: Database, merchant: string, query: ChargeQuery): Promise<FoundCharge[]> {
  const found = new Map<string, DirectoryCharge>()
  for (const some of choices(conditionsOf(query))) {
    for (const row of await chargesWhere(store, merchant, some)) found.set(row.charge_id, row)
    if (found.size >= max) break
  }
  return [...found.values()]
    .map((row) => ({ row, fit: fitOf(plainOf(row), query) }))
    .toSorted((a, b) => b.fit.score - a.fit.score || (a.row.day < b.row.day ? 1 : -1))
    .slice(0, max)
}

const plainOf = (row: DirectoryCharge): PlainCharge => ({
  chargeId: row.charge_id,
  orderId: row.order_id,
  buyerId: row.buyer_id,
  amount: row.amount,
  currency: row.currency,
  day: row.day,
  lastFour: row.last_four,
  descriptor: row.descriptor,
})

/** A message is searched by its first last fours only: with many more, a few messages would tell whose card ends how. */
const maxCards = 2

/**
 * What clues mean in the directory: whom an e-mail or an id is of, which descriptors and names the words may be. With `isWhole` not of whom
 * they tell but a part.
 */
export async function resolveClues(
  store: Database,
  merchant: string,
  clues: readonly Clue[],
  isWhole = false,
): Promise<ChargeQuery> {
  const query = queryOf(clues)
  if (isWhole) query.lastFours = query.lastFours.slice(0, maxCards)
  for (const { kind, values } of clues) {
    if (kind === 'descriptor' || kind === 'text')
      for (const words of values) await addMeant(store, merchant, { words, isWhole }, query)
    if (kind === 'email' || kind === 'id' || kind === 'order')
      for (const value of values) await addNamed(store, merchant, { kind, value }, query)
  }
  return query
}

async function addNamed(
  store: Database,
  merchant: string,
  { kind, value }: { kind: 'email' | 'id' | 'order'; value: string },
  query: ChargeQuery,
): Promise<void> {
  for (const { kind: key, buyerId, thing, match } of await findKeys(store, merchant, value, max)) {
    if (match !== 'exact' || buyerId === '') continue
    if (key === 'order' || key === 'charge') query.things.set(thing, { by: `${key} id`, buyerId })
    else if (key === 'email' || kind === 'id') query.buyers.set(buyerId, { by: key === 'email' ? 'e-mail' : 'id', isExact: true })
  }
}

/** The descriptors and buyers that words may mean. A line often holds more words than the descriptor itself. */
async function addMeant(
  store: Database,
  merchant: string,
  { words, isWhole }: { words: string; isWhole: boolean },
  { descriptors, buyers }: ChargeQuery,
): Promise<void> {
  const whole = fold(words)
  const tries = whole === '' ? [] : [whole, ...whole.split(' ').filter((word) => [...word].length >= 4)].slice(0, 6)
  for (const text of tries) {
    let isFound = false
    const found = await findKeys(store, merchant, text, max)
    for (const { kind, key, buyerId, match } of isWhole ? givenWhole(found) : found) {
      const isName = kind === 'name' || kind === 'nameWord' || kind === 'email'
      if (kind === 'descriptor') descriptors.set(key, { by: 'descriptor', isExact: whole.includes(key) })
      else if (isName && text === whole && !buyers.get(buyerId)?.isExact)
        buyers.set(buyerId, { by: 'name', isExact: match === 'exact' && kind !== 'nameWord' })
      else continue
      isFound = true
    }
    if (isFound) break
  }
}

type From = ExpressionBuilder<Tables, 'directory_charges'>
type Condition = { alone: boolean; is: (of: From) => ExpressionWrapper<Tables, 'directory_charges', SqlBool> }

function conditionsOf({ amounts, days, lastFours, descriptors, buyers, things }: ChargeQuery): Condition[] {
  const ranges = days.map((day) => [shifted(day, -daysOff), shifted(day, daysOff)] as const)
  const ids = [...things.keys()]
  const owners = [...new Set([...things.values()].map(({ buyerId }) => buyerId))]
  const one = (column: 'last_four' | 'amount' | 'buyer_id' | 'descriptor', values: string[]): Condition | null =>
    values.length === 0 ? null : { alone: true, is: (of) => of.and([of(column, 'in', values)]) }
  const given: (Condition | null)[] = [
    one('last_four', lastFours),
    one(
      'amount',
      amounts.map(({ amount }) => amount),
    ),
    one('buyer_id', [...buyers.keys()]),
    one('descriptor', [...descriptors.keys()]),
    ids.length === 0
      ? null
      : {
          alone: true,
          // An order has no index of its own, and its buyer has.
          is: (of) => of.and([of('buyer_id', 'in', owners), of.or([of('charge_id', 'in', ids), of('order_id', 'in', ids)])]),
        },
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
