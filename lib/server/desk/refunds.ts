import 'server-only'
import * as z from 'zod/mini'
import { filled, line, uuid, whole } from '@/lib/operations/schemas/scalars'
import { invalid } from '@/lib/problem'
import {
  type Batch,
  type Refund,
  type Refundable,
  type RefundInDetail,
  type RefundsPiece,
  refundStates,
} from '@/lib/refunds/refund'
import { amountTrouble, typedAmount } from '@/lib/refunds/refund-amount'
import { checked, merchantFor, readJson, searchIn } from '../admission'
import { requireRight } from '../auth/person'
import type { Person } from '../auth/sessions'
import { askRefund } from '../refunds/ask-refund'
import { batchFile, listBatches, makeBatch } from '../refunds/batches'
import { buyerRefunds, refundInDetail, refundsPiece } from '../refunds/list-refunds'
import { moveRefund, type RefundMove } from '../refunds/move-refund'
import { refundableOf } from '../refunds/refundable'
import { actionIdIn } from './action-id-in'
import { idIn } from './id-in'

type OfBuyer = { buyerId: string }
type OfRefund = { refundId: string }

const id = filled(200, 'Say which')
const ofCharge = z.strictObject({ orderId: id, chargeId: id })
const version = whole(1, 1_000_000)

/** `GET /api/desk/buyers/{buyerId}/refundable?orderId=&chargeId=`: what of a charge may be asked for. */
export async function refundable(request: Request, person: Person, params: OfBuyer): Promise<Refundable> {
  const about = { person, merchant: merchantFor(request, person), buyerId: idIn(params.buyerId), left: request.signal }
  return refundableOf(about, checked(ofCharge, searchIn(request)))
}

/** `GET /api/desk/buyers/{buyerId}/refunds` */
export const refundsOfBuyer = async (request: Request, person: Person, params: OfBuyer): Promise<{ refunds: Refund[] }> => ({
  refunds: await buyerRefunds(person, merchantFor(request, person).code, idIn(params.buyerId)),
})

const asked = z.strictObject({
  buyerId: uuid,
  ...ofCharge.shape,
  amount: z.string('Give an amount as text'),
  reason: filled(255, 'Say why'),
  ticket: z.nullable(line(64)),
})

/** `POST /api/desk/refunds` with an `x-action-id`: asks for a refund of what the service says was received. */
export async function postRefund(request: Request, person: Person): Promise<Refund> {
  const actionId = actionIdIn(request)
  const merchant = merchantFor(request, person)
  const { buyerId, orderId, chargeId, amount, reason, ticket } = checked(asked, await readJson(request))
  const { charge, currency, places } = await refundableOf({ person, merchant, buyerId }, { orderId, chargeId })
  // What is left is asked of the database in the transaction that takes it; here only the form of the amount.
  const trouble = amountTrouble(amount, { currency, places, left: charge.amount })
  const exact = typedAmount(amount.trim(), places)
  if (trouble !== null || exact === null) throw invalid([{ field: 'amount', title: trouble ?? 'Give an amount' }])
  return askRefund(person, { id: actionId, merchant: merchant.code, buyerId, charge, currency, amount: exact, reason, ticket })
}

const listed = z.strictObject({
  state: z.optional(z.enum(refundStates, 'Give waiting, approved, done or refused')),
  cursor: z.optional(z.string().check(z.regex(/^[\d:.TZ-]+~[0-9a-f-]{36}$/, 'This is not a cursor of an earlier answer'))),
})

/** `GET /api/desk/refunds?state=&cursor=` */
export async function listRefunds(request: Request, person: Person): Promise<RefundsPiece> {
  const { state, cursor } = checked(listed, searchIn(request))
  return refundsPiece(person, state ?? null, cursor ?? null)
}

/** `GET /api/desk/refunds/{refundId}` */
export const getRefund = (_: Request, person: Person, params: OfRefund): Promise<RefundInDetail> =>
  refundInDetail(person, idIn(params.refundId))

const decision = z.strictObject({ version, approve: z.boolean(), reason: filled(255, 'Say why') })
const ending = z.discriminatedUnion('outcome', [
  z.strictObject({ version, outcome: z.literal('done'), reference: filled(128, 'Give the provider’s reference') }),
  z.strictObject({ version, outcome: z.literal('failed'), reason: filled(255, 'Say why it failed') }),
])

/** `POST /api/desk/refunds/{refundId}/decide` with an `x-action-id` */
export async function decideRefund(request: Request, person: Person, params: OfRefund): Promise<Refund> {
  requireRight(person, 'decideRefund')
  const { approve, reason, ...given } = checked(decision, await readJson(request))
  return moved(request, person, params, { ...given, kind: approve ? 'approved' : 'refused', note: reason })
}

/** `POST /api/desk/refunds/{refundId}/end` with an `x-action-id`: what the provider made of it. */
export async function endRefund(request: Request, person: Person, params: OfRefund): Promise<Refund> {
  requireRight(person, 'decideRefund')
  const given = checked(ending, await readJson(request))
  const note = given.outcome === 'done' ? given.reference : given.reason
  return moved(request, person, params, { version: given.version, kind: given.outcome, note })
}

type Move = { version: number; kind: RefundMove; note: string }
const moved = (request: Request, person: Person, { refundId }: OfRefund, move: Move) =>
  moveRefund(person, { ...move, stepId: actionIdIn(request), refundId: idIn(refundId) })

/** `GET /api/desk/refunds/batches` */
export const getBatches = (_: Request, person: Person) => listBatches(person)

const place = z.strictObject({ merchant: z.string(), provider: z.nullable(z.string()), mid: z.nullable(z.string()) })

/** `POST /api/desk/refunds/batches` with an `x-action-id`, which names the file. */
export async function postBatch(request: Request, person: Person): Promise<Batch> {
  return makeBatch(person, actionIdIn(request), checked(place, await readJson(request)))
}

/** `GET /api/desk/refunds/batches/{batchId}`: the file, as it was made. */
export async function getBatchFile(_: Request, person: Person, params: { batchId: string }): Promise<Response> {
  const { file, provider, mid, madeAt } = await batchFile(person, idIn(params.batchId))
  const name = ['refunds', provider, mid, madeAt.slice(0, 10)]
    .filter(Boolean)
    .join('-')
    .replace(/[^\w.-]+/g, '_')
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
  }
  return new Response(file, { headers })
}
