import 'server-only'
import * as z from 'zod/mini'
import { countedIn } from '@/lib/core/counted'
import { oneId } from '@/lib/core/fold'
import { invalid } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { countedGiven } from '@/lib/knowledge/server/counted-rows'
import { filled, uuid, whole } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { answerSigned, type Signable } from '@/lib/people/server/answer-signed'
import { merchantFor, requireMerchant } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { idIn } from '@/lib/platform/id-in'
import type { Merchant } from '@/lib/platform/merchants'
import { checked, keptLine, readJson, searchIn, searchText } from '@/lib/platform/request'
import { isSignedAmount } from '@/lib/signatures/signed-amount'
import { type Batch, type Refund, type Refundable, type RefundInDetail, type RefundsPiece, refundStates } from '../refund'
import { amountError, typedAmount } from '../refund-amount'
import { isRefundSort, type RefundFilter } from '../refund-filter'
import { askRefund, type NewRefund } from './ask-refund'
import { batchFile, listBatches, makeBatch } from './batches'
import { refundsFile } from './export-refunds'
import { buyerRefunds, refundInDetail, refundsPiece } from './list-refunds'
import { type MoveRefundInput, moveRefund, refundRow } from './move-refund'
import { type RefundRow, refundOf, shownCharge } from './refund-row'
import { refundableOf } from './refundable'

type OfBuyer = { buyerId: string }
type OfRefund = { refundId: string }

const id = filled(200, 'Choose a charge')
const ofCharge = z.strictObject({ orderId: id, chargeId: id.check(z.overwrite(oneId)) })
const version = whole(1, 1_000_000)

/** `GET /api/desk/buyers/{buyerId}/refundable?orderId=&chargeId=`: what of a charge may be asked for. */
export async function refundable(request: Request, person: Person, params: OfBuyer): Promise<Refundable> {
  const whose = { person, merchant: merchantFor(request, person), buyerId: idIn(params.buyerId) }
  const found = await refundableOf(whose, checked(ofCharge, searchIn(request)), request.signal)
  return { ...found, charge: shownCharge(found.charge) }
}

/** `GET /api/desk/buyers/{buyerId}/refunds` */
export const refundsOfBuyer = async (request: Request, person: Person, params: OfBuyer): Promise<{ refunds: Refund[] }> => ({
  refunds: await buyerRefunds(person, merchantFor(request, person).code, idIn(params.buyerId)),
})

const refundFields = {
  buyerId: uuid,
  ...ofCharge.shape,
  amount: z.string('Enter an amount'),
  reason: filled(255, 'Enter a reason'),
  ticket: z.nullable(keptLine(64)),
}
const refundBody = z.strictObject({ ...refundFields, seen: z.optional(z.array(uuid).check(z.maxLength(1_000))) })

/**
 * `POST /api/desk/refunds` with an `x-action-id`: asks for a refund of what the service says was received. `seen` are the `requests` of the
 * charge that were on the screen.
 */
export async function postRefund(request: Request, person: Person): Promise<Refund | Response> {
  const id = actionIdIn(request)
  const merchant = merchantFor(request, person)
  // What was seen isn't part of what is asked for: a repeat may have seen what its first try did.
  const { seen, ...given } = checked(refundBody, await readJson(request))
  await recordBuyerShown(person, merchant.code, given.buyerId)
  return answerOnce<Refund, Refund>(
    askedUnder(id, person, { what: 'postRefund', merchant: merchant.code, content: given }),
    async (claim) => askRefund(person, { ...(await asReceived(person, merchant, given)), id, seen }, claim),
    asItIs(person),
  )
}

/** What became of a refund since, where it was asked for or moved before under the id. */
const asItIs = (person: Person) => async (first: Refund) => {
  const store = await database()
  return refundOf(store, person, await refundRow(store, first.id))
}

/** What is asked for, checked against what the service says of the charge. */
export async function asReceived(
  person: Person,
  merchant: Merchant,
  given: Omit<z.output<typeof refundBody>, 'seen'>,
): Promise<Omit<NewRefund, 'id'>> {
  const { buyerId, orderId, chargeId, amount, reason, ticket } = given
  const { charge, currency, places } = await refundableOf({ person, merchant, buyerId }, { orderId, chargeId })
  // What is left is asked of the database in the transaction that takes it; here only the form of the amount.
  const error = amountError(amount, { currency, places, left: charge.amount })
  const exact = typedAmount(amount.trim(), places)
  if (error !== null || exact === null) throw invalid([{ field: 'amount', title: error ?? 'Enter an amount' }])
  return { merchant: merchant.code, buyerId, charge, currency, amount: exact, reason, ticket }
}

const day = z.optional(z.iso.date('Use YYYY-MM-DD for the day'))
const filter = z.strictObject({
  state: z.optional(z.enum(refundStates, 'Use waiting, approved, done or refused')),
  provider: searchText,
  currency: searchText,
  person: searchText,
  file: z.optional(z.enum(['yes', 'no'], 'Use yes or no')),
  find: searchText,
  from: day,
  to: day,
  sort: z.optional(z.string().check(z.refine(isRefundSort, 'Unknown column to sort by'))),
})
const none = { state: null, provider: null, currency: null, person: null }
const noFilter = { ...none, file: null, from: null, to: null, find: null, sort: null }

const listed = z.strictObject({ ...filter.shape, ...countedGiven, cursor: z.optional(z.string().check(z.maxLength(2_000))) })

/** `GET /api/desk/refunds?state=&provider=&currency=&person=&file=&from=&to=&find=&sort=&at=&counted=&cursor=` */
export async function listRefunds(request: Request, person: Person): Promise<RefundsPiece> {
  const { cursor, at, counted, ...given } = checked(listed, searchIn(request))
  return refundsPiece(person, { ...noFilter, ...given } as RefundFilter, cursor ?? null, countedIn({ at, counted }))
}

/** `GET /api/desk/refunds/export`: the same filters as a file for spreadsheets, in the same order. */
export async function exportRefunds(request: Request, person: Person): Promise<Response> {
  const given = checked(filter, searchIn(request))
  const { name, text: file } = await refundsFile(person, { ...noFilter, ...given } as RefundFilter)
  return fileAnswer(name, file)
}

const fileAnswer = (name: string, file: string): Response =>
  new Response(file, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })

/** `GET /api/desk/refunds/{refundId}` */
export const getRefund = (_: Request, person: Person, params: OfRefund): Promise<RefundInDetail> =>
  refundInDetail(person, idIn(params.refundId))

const despite = z.optional(z.nullable(keptLine(255)))
const seen = z.optional(z.nullable(z.iso.datetime('Use the time of the event that you saw')))
const decision = z.strictObject({ version, approve: z.boolean(), reason: filled(255, 'Enter a reason'), despite, seen })
const ending = z.discriminatedUnion('outcome', [
  z.strictObject({ version, outcome: z.literal('done'), reference: filled(128, 'Enter the provider’s reference') }),
  z.strictObject({ version, outcome: z.literal('failed'), reason: filled(255, 'Enter why it failed') }),
])

/**
 * `POST /api/desk/refunds/{refundId}/decide` with an `x-action-id`. `despite` says why a refund is approved although an event tells that its
 * money may have gone back, and `seen` when the newest such event came that the person saw: a newer one isn't explained by it.
 */
export async function decideRefund(request: Request, person: Person, params: OfRefund): Promise<Refund | Response> {
  requireRight(person, 'decideRefund')
  const { approve, reason, despite = null, ...given } = checked(decision, await readJson(request))
  return moved(request, person, params, { ...given, kind: approve ? 'approved' : 'refused', note: reason, despite })
}

const undone = z.strictObject({ version })

/** `POST /api/desk/refunds/{refundId}/undo` with an `x-action-id`: takes one's own decision back, while no file holds it. */
export async function undoRefund(request: Request, person: Person, params: OfRefund): Promise<Refund | Response> {
  requireRight(person, 'decideRefund')
  const given = checked(undone, await readJson(request))
  return moved(request, person, params, { ...given, kind: 'reopened', note: null })
}

/** `POST /api/desk/refunds/{refundId}/end` with an `x-action-id`: what the provider made of it. */
export async function endRefund(request: Request, person: Person, params: OfRefund): Promise<Refund | Response> {
  requireRight(person, 'decideRefund')
  const given = checked(ending, await readJson(request))
  const note = given.outcome === 'done' ? given.reference : given.reason
  return moved(request, person, params, { version: given.version, kind: given.outcome, note })
}

type Move = Pick<MoveRefundInput, 'version' | 'kind' | 'note' | 'despite' | 'seen'>
async function moved(request: Request, person: Person, params: OfRefund, move: Move): Promise<Refund | Response> {
  const stepId = actionIdIn(request)
  const refundId = idIn(params.refundId)
  const row = await refundRow(await database(), refundId)
  const { merchant } = row
  requireMerchant(person, merchant)
  return answerSigned<Refund, Refund>(
    askedUnder(stepId, person, { what: 'moveRefund', merchant, content: { refundId, move } }),
    person,
    signableMove(row, move),
    (claim) => moveRefund(person, { ...move, stepId, refundId }, claim),
    asItIs(person),
  )
}

/** A decision on an amount that the environment says is signed; null for any other step. */
function signableMove({ id, amount, currency }: RefundRow, { kind, note, version }: Move): Signable | null {
  const isDecision = kind === 'approved' || kind === 'refused'
  if (!isDecision || !isSignedAmount(env().REFUND_SIGN_OVER, amount, currency)) return null
  return {
    act: 'refund-over',
    shows: { refund: id, decision: kind, amount, currency, reason: note, version },
    entry: { kind: 'refund', id, step: kind, note },
    facts: async (store) => {
      const now = await refundRow(store, id)
      return { values: [now.state, now.version, now.amount, now.currency] }
    },
  }
}

/** `GET /api/desk/refunds/batches` */
export const getBatches = (_: Request, person: Person) => listBatches(person)

const place = z.strictObject({ merchant: z.string(), provider: z.nullable(z.string()), mid: z.nullable(z.string()), despite })

/** `POST /api/desk/refunds/batches` with an `x-action-id`, which names the file. `despite` as of a decision, for all of the file. */
export async function postBatch(request: Request, person: Person): Promise<Batch | Response> {
  const id = actionIdIn(request)
  const given = checked(place, await readJson(request))
  requireMerchant(person, given.merchant)
  return answerOnce<Batch, Batch>(
    askedUnder(id, person, { what: 'postBatch', merchant: given.merchant, content: given }),
    (claim) => makeBatch(person, id, given, claim),
    (first) => first,
  )
}

/** `GET /api/desk/refunds/batches/{batchId}`: the file, as it was made. */
export async function getBatchFile(_: Request, person: Person, params: { batchId: string }): Promise<Response> {
  const { file, provider, mid, madeAt } = await batchFile(person, idIn(params.batchId))
  const name = ['refunds', provider, mid, madeAt.slice(0, 10)]
    .filter(Boolean)
    .join('-')
    .replace(/[^\w.-]+/g, '_')
  return fileAnswer(`${name}.csv`, file)
}
