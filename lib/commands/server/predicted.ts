import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { canonical } from '@/lib/journal/crypto'
import { knownThings } from '@/lib/knowledge/server/known-things'
import type { Effect, EffectRow, KnownThing, Repeats } from '@/lib/operations/effects/effect'
import { predict } from '@/lib/operations/predict'
import { serviceClock } from '@/lib/service/account-state'
import { withoutPersonal } from '@/lib/service/failure'
import type { CommandCall } from './command-call'
import { mustWait } from './requirements'
import { doneOn, targetOf } from './target'

/** What the command would do, and the facts that rests on. */
export type Prediction = { effect: Effect; known: KnownThing }

/** What the command would do, from what is known now. */
export async function predicted(call: CommandCall, { store }: { store?: Database } = {}, now = new Date()): Promise<Prediction> {
  const { rules, merchant, params, body } = call
  const things = await knownThings(merchant.code, params.buyerId, store)
  const target = targetOf(call)
  const known: KnownThing = things.get(target.startsWith('buyer:') ? 'buyer' : target) ?? {}
  const tokens = Object.fromEntries(
    [...things].flatMap(([entity, thing]) => (entity.startsWith('token:') ? [[entity.slice(6), thing]] : [])),
  )
  const products = merchant.products.flatMap(({ productId, name, code }) =>
    productId === undefined ? [] : [{ id: productId, name, code }],
  )
  const situation = { known, now, ...serviceClock(merchant), tokens, products }
  const effect = predictedEffect(rules, { params, body }, situation)
  const repeats = await repeatedBy(call, store)
  return { effect: repeats === null ? effect : { ...effect, repeats }, known }
}

/** What did the same as a command within a day, where to do it again charges once more or can't be taken back; null of any other command. */
async function repeatedBy(call: CommandCall, store?: Database): Promise<Repeats | null> {
  const { operation, merchant } = call
  const isOrder = operation.target === 'order'
  const renews = (body: unknown, at: number) => mustWait({ ...call, body }, at) !== null
  const isRenewal = renews(call.body, Date.now())
  if (!isOrder && !isRenewal && operation.repeat !== 'acts') return null
  const set = (body: unknown) => canonical(operation.sets?.(body as never) ?? body)
  const done = await doneOn(store ?? (await database()), { merchant: merchant.code, target: targetOf(call) })
  const row = done.find(({ operation: name, request, created_at }) => {
    if (name !== operation.name || isOrder) return name === operation.name // the same order is one target
    const { body } = fromOwnJson<{ body: unknown }>(request)
    // A renewal is made with the day of that moment, which midnight changes.
    return isRenewal ? renews(body, Date.parse(created_at)) : set(body) === set(call.body)
  })
  if (!row) return null
  const { wordsOf } = await import('./words-of') // few commands were done before
  const words = wordsOf({ operation: operation.name, merchant: merchant.code, request: fromOwnJson(row.request) }, row.created_at)
  return { actionId: row.action_id, words, person: row.person, at: row.created_at }
}

/** The effect by a command's rules, without what is personal in the service's words that it quotes. */
export function predictedEffect(...[rules, input, situation]: Parameters<typeof predict>): Effect {
  const effect = predict(rules, input, situation)
  const { later, warnings } = withoutPersonal({ later: effect.later, warnings: effect.warnings })
  return { ...effect, rows: effect.rows.map(withoutPersonalWords), later, warnings }
}

/** What the service has told of a thing in words of its own. What other rows say is no word of the service, or masked where it's kept. */
const inItsWords = new Set(['status', 'product', 'endDate'])

/** A row quotes what was known, which may hold what is personal; it then expects nothing, for the answer would be compared with it unmasked. */
function withoutPersonalWords(row: EffectRow): EffectRow {
  if (!inItsWords.has(row.field)) return row
  const { before, after, expects } = withoutPersonal({ before: row.before, after: row.after, expects: row.expects })
  return { ...row, before, after, expects: canonical(expects) === canonical(row.expects) ? row.expects : null }
}
