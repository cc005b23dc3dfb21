import 'server-only'
import type { CheckResult } from '@/lib/check-result'
import { findBuyerByEmail, getChargeHistory, listSubscriptions, listTokens } from '@/lib/operations'
import { differences } from '@/lib/operations/effects'
import type { Effect } from '@/lib/operations/effects/effect'
import { actionOfOrder } from '@/lib/order-mark'
import { ServiceProblem } from '@/lib/problem'
import { merchantByCode } from '../admission'
import type { Person } from '../auth/sessions'
import { askUnmasked, callFor } from '../call'
import type { Merchant } from '../merchants'
import { hasRead } from '../service/extra-reads'
import { actionRow } from './actions'
import type { Action as Row } from './intent'
import { knownThings } from './known-things'
import { sentOf } from './take-back'

/** Reads the thing an unconfirmed action was about and says whether it looks applied. Changes nothing; the person settles. */
export async function check(person: Person, actionId: string): Promise<CheckResult> {
  const row = await actionRow(person, actionId)
  const merchant = merchantByCode(row.merchant)
  try {
    if (row.operation === 'createBuyer' || row.operation === 'changeBuyerEmail') return await checkEmail(person, merchant, row)
    if (row.operation === 'createInitialOrder') return await checkOrder(person, merchant, row)
    if (row.target.startsWith('subscription:') || row.target.startsWith('token:')) return await checkThing(person, merchant, row)
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    return { says: 'cannot-tell', why: cause.problem.detail }
  }
  return { says: 'cannot-tell', why: 'The service has no read that would show it. Look at the charge history, or ask the buyer.' }
}

async function checkEmail(person: Person, merchant: Merchant, row: Row): Promise<CheckResult> {
  if (!hasRead(merchant, findBuyerByEmail)) return { says: 'cannot-tell', why: `${merchant.name} has no search by e-mail.` }
  const { email } = sentOf(row).body as { email: string }
  try {
    const { answer } = await askUnmasked(await callFor(findBuyerByEmail, { person, merchant, params: { email } }))
    if (row.buyer_id === null) return { says: 'applied', why: `A buyer has this e-mail: ${answer.data.buyerId}.` }
    if (answer.data.buyerId === row.buyer_id) return { says: 'applied', why: 'This buyer has the new e-mail.' }
    return { says: 'not-applied', why: 'Another buyer has this e-mail.' }
  } catch (cause) {
    if (cause instanceof ServiceProblem && cause.problem.kind === 'notFound' && cause.problem.code !== 'read_off') {
      return { says: 'not-applied', why: 'No buyer has this e-mail.' }
    }
    throw cause
  }
}

/** An order stands in the history only once somebody has tried to pay it; there it is known by the mark it carries. */
async function checkOrder(person: Person, merchant: Merchant, row: Row): Promise<CheckResult> {
  const { buyer } = sentOf(row).body as { buyer?: { email?: string } }
  if (!buyer?.email || !hasRead(merchant, findBuyerByEmail))
    return {
      says: 'cannot-tell',
      why: 'Its buyer cannot be looked up. In a charge history the order would show this action’s id.',
    }
  const { answer: found } = await askUnmasked(
    await callFor(findBuyerByEmail, { person, merchant, params: { email: buyer.email } }),
  )
  const params = { buyerId: found.data.buyerId }
  const { answer } = await askUnmasked(await callFor(getChargeHistory, { person, merchant, params }))
  const order = answer.data.find((each) => !('unreadable' in each) && actionOfOrder(each.metaData) === row.action_id)
  if (order) return { says: 'applied', why: `Order ${order.orderId} in the charge history carries this action’s id.` }
  return {
    says: 'cannot-tell',
    why: 'No order in the buyer’s charge history carries this action’s id. That proves nothing: an order shows there only once somebody tries to pay it.',
  }
}

async function checkThing(person: Person, merchant: Merchant, row: Row): Promise<CheckResult> {
  const read = row.target.startsWith('token:') ? listTokens : listSubscriptions
  const buyerId = row.buyer_id ?? ''
  if (!hasRead(merchant, read))
    return { says: 'cannot-tell', why: `${merchant.name} has no read of it. Look at the charge history, or ask the buyer.` }
  await askUnmasked(await callFor(read, { person, merchant, params: { buyerId } }))
  const known = (await knownThings(row.merchant, buyerId)).get(row.target) ?? {}
  const effect = JSON.parse(row.effect) as Effect
  const foretold = effect.rows.filter(({ changes, expects }) => changes && expects !== null)
  if (foretold.length === 0 || Object.keys(known).length === 0)
    return { says: 'cannot-tell', why: 'What was read does not show it.' }
  const different = differences({ ...effect, rows: foretold }, known)
  if (different.length === 0)
    return { says: 'applied', why: foretold.map(({ label, after }) => `${label} is ${after}`).join(', ') }
  return { says: 'not-applied', why: different.map(({ label, observed }) => `${label} is ${observed ?? 'not known'}`).join(', ') }
}
