import 'server-only'
import { askUnmasked, callFor } from '@/lib/calls/call'
import { fromOwnJson } from '@/lib/core/json'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { extractFacts } from '@/lib/knowledge/server/extract-facts'
import { factsOf } from '@/lib/knowledge/server/facts'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import type { CheckingRead } from '@/lib/operations/declare/command-rules'
import type { Difference, Effect } from '@/lib/operations/effects/effect'
import { columnOf } from '@/lib/operations/effects/rows'
import { predictionDifferences } from '@/lib/operations/predict'
import { findBuyerByEmail, getChargeHistory, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { ruledCommand } from '@/lib/operations/rules'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { hasRead } from '@/lib/service/account-state'
import type { CheckResult } from '../action'
import { actionRow } from './actions'
import { contested } from './changed-after'
import { isOffTheWire, type Action as Row } from './intent'
import { holderOf } from './look-first'
import { knownBefore, sentOf } from './perform-undo'
import { isBeingSent } from './unwritten-outcomes'

/** Reads the thing an unconfirmed action was about and says whether it looks applied. Changes nothing; the person settles. */
export async function check(person: Person, actionId: string): Promise<CheckResult> {
  const row = await actionRow(person, actionId)
  const isOpen = (row.state === 'unconfirmed' && row.settled_as === null) || row.contradicted_at !== null
  if (!isOpen) return { says: 'cannot-tell', why: 'What became of this is known already.' }
  return checkRow(person, row)
}

/** How the service is asked: `ask` stands for `askUnmasked`, and `payer` is the buyer whose history an order may be in, where that is known. */
type Asking = { ask: typeof askUnmasked; payer?: string }

/** The same of an action that was read. */
export async function checkRow(person: Person, row: Row, { ask, payer }: Asking = { ask: askUnmasked }): Promise<CheckResult> {
  const asker = { person, merchant: merchantByCode(row.merchant), ask }
  try {
    const read = ruledCommand(row.operation)?.rules.check
    if (read === 'getChargeHistory' && payer !== undefined) return await checkHistory(asker, row, payer)
    if (read) return inTime(row, await unlessOtherwise(row, await uncontested(row, await checks[read](asker, row))))
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    return { says: 'cannot-tell', why: cause.problem.detail }
  }
  return { says: 'cannot-tell', why: 'We can’t check this through the service. Look at the charge history or ask the buyer.' }
}

/** What was read tells nothing of an action where it may come from another one on the same thing. */
async function uncontested(row: Row, result: CheckResult): Promise<CheckResult> {
  if (result.says === 'cannot-tell') return result
  const { since, byEarlier } = await contested(await database(), row)
  if (!since && !(byEarlier && result.says === 'not-applied')) return result
  const why = `${result.why.replace(/\.$/, '')}. Another action may have set that, so this doesn’t tell whether this one was applied.`
  return { says: 'cannot-tell', why }
}

/** What is as before wasn't applied, unless the service has shown something else in between: it may have been applied and set back. */
async function unlessOtherwise(row: Row, result: CheckResult): Promise<CheckResult> {
  if (result.says !== 'not-applied' || row.buyer_id === null) return result
  const { wasOtherwiseSince } = await import('./known-since') // most reads check nothing
  if (!(await wasOtherwiseSince(await database(), row))) return result
  const since = 'That’s as before, but the service has shown something else since this was sent. Somebody may have set it back.'
  return { says: 'cannot-tell', why: `${result.why.replace(/\.$/, '')}. ${since}` }
}

/** What isn't applied yet may still be, while the request could be on its way. */
function inTime(row: Row, result: CheckResult): CheckResult {
  if (result.says !== 'not-applied' || (isOffTheWire(row) && !isBeingSent(row))) return result
  const why = `${result.why.replace(/\.$/, '')}, so it hasn’t been applied so far. The service may still be working on it. Check again in a minute.`
  return { says: 'cannot-tell', why }
}

/** What a check read may settle an action, so it is never an earlier answer. */
const fresh = true

type Asker = { person: Person; merchant: Merchant; ask: typeof askUnmasked }
type Check = (asker: Asker, row: Row) => Promise<CheckResult>

/** How each read shows whether a command was applied. */
const checks: Record<CheckingRead, Check> = {
  findBuyerByEmail: checkEmail,
  getChargeHistory: checkOrder,
  listTokens: (asker, row) => checkThing(listTokens, asker, row),
  listSubscriptions: (asker, row) => checkThing(listSubscriptions, asker, row),
}

async function checkEmail(asker: Asker, row: Row): Promise<CheckResult> {
  if (!hasRead(asker.merchant, findBuyerByEmail))
    return { says: 'cannot-tell', why: `${asker.merchant.name} can’t search by e-mail.` }
  const { email } = sentOf(row).body as { email: string }
  const holder = await holderOf(email, asker)
  if (row.buyer_id === null)
    return holder === null ? { says: 'not-applied', why: 'No buyer has this e-mail address.' } : checkNewBuyer(row, holder)
  if (holder === row.buyer_id) return { says: 'applied', why: 'This buyer has the new e-mail address.' }
  const before = knownBefore(row).email?.value
  if (typeof before === 'string' && (await holderOf(before, asker)) === row.buyer_id)
    return { says: 'not-applied', why: 'This buyer has the e-mail address from before.' }
  const why = `${holder === null ? 'No' : 'Another'} buyer has this e-mail address. This one may have been given another meanwhile.`
  return { says: 'cannot-tell', why }
}

/** A buyer who was known before can't have been created by it. */
async function checkNewBuyer({ merchant, created_at }: Row, buyerId: string): Promise<CheckResult> {
  const known = await factsOf(merchant, buyerId)
  const isOlder = known.some(({ observedAt }) => observedAt < created_at)
  const why = `Buyer ${buyerId} has this e-mail address`
  return isOlder
    ? { says: 'cannot-tell', why: `${why}, but was known before this was sent. If they had it all along, nobody was created.` }
    : { says: 'applied', why: `${why}.` }
}

/** An order appears in the history once somebody has tried to pay it. It's recognised by the mark that we sent with it. */
async function checkOrder(asker: Asker, row: Row): Promise<CheckResult> {
  const { person, merchant, ask } = asker
  const { buyer } = sentOf(row).body as { buyer?: { email?: string } }
  if (!buyer?.email || !hasRead(merchant, findBuyerByEmail))
    return {
      says: 'cannot-tell',
      why: 'We can’t find the buyer of this order. In the charge history, look for an order with this action’s id.',
    }
  const { answer: found } = await ask(
    await callFor(findBuyerByEmail, { person, merchant, params: { email: buyer.email }, fresh }),
  )
  return checkHistory(asker, row, found.data.buyerId)
}

async function checkHistory({ person, merchant, ask }: Asker, row: Row, buyerId: string): Promise<CheckResult> {
  const params = { buyerId }
  const { answer } = await ask(await callFor(getChargeHistory, { person, merchant, params, fresh }))
  const order = answer.data.find((each) => !('unreadable' in each) && actionOfOrder(each.metaData) === row.action_id)
  if (order) return { says: 'applied', why: `Order ${order.orderId} in the charge history has this action’s id.` }
  return {
    says: 'cannot-tell',
    why: 'No order in the buyer’s charge history has this action’s id. The order may still exist, because orders appear only after somebody tries to pay.',
  }
}

type ReadOfThings = typeof listTokens | typeof listSubscriptions

async function checkThing(read: ReadOfThings, { person, merchant, ask }: Asker, row: Row): Promise<CheckResult> {
  const buyerId = row.buyer_id ?? ''
  if (!hasRead(merchant, read))
    return { says: 'cannot-tell', why: `${merchant.name} can’t look this up. Look at the charge history or ask the buyer.` }
  const params = { buyerId }
  const { answer } = await ask(await callFor(read, { person, merchant, params, fresh }))
  const told = extractFacts({ operation: read, params }, answer).facts.filter(({ entity }) => entity === row.target)
  const effect = fromOwnJson<Effect>(row.effect)
  const predicted = effect.rows.filter(({ changes, expects }) => changes && expects !== null)
  const valuesOf = predicted.map(({ field }) => told.flatMap((fact) => (fact.field === field ? [fact.value] : [])))
  if (predicted.length === 0 || valuesOf.some((values) => values.every((value) => value === null)))
    return { says: 'cannot-tell', why: 'The service’s answer doesn’t show this.' }
  if (valuesOf.some((values) => new Set(values.map((value) => JSON.stringify(value))).size > 1))
    return { says: 'cannot-tell', why: 'The service’s answer lists this more than once, with different values.' }
  const known = Object.fromEntries(told.map(({ field, value }) => [field, value]))
  const different = predictionDifferences({ ...effect, rows: predicted }, known)
  if (different.length === 0)
    return { says: 'applied', why: predicted.map(({ label, after }) => `${label} is ${after}`).join(', ') }
  const why = different.map(({ label, observed }) => `${label} is ${observed ?? 'unknown'}`).join(', ')
  const before = row.sealed === '' ? {} : knownBefore(row)
  const isAsBefore = ({ field, observed }: Difference) => columnOf(field)?.words(before[field]?.value, effect.zone) === observed
  if (different.every(isAsBefore)) return { says: 'not-applied', why }
  return {
    says: 'cannot-tell',
    why: `${why}. That isn’t what we knew before it was sent, so somebody may have changed it since.`,
  }
}
