import 'server-only'
import * as z from 'zod/mini'
import { callFor, sending } from '@/lib/calls/call'
import { isReadable } from '@/lib/charges/order-facts'
import type { BuyerOf } from '@/lib/charges/server/order-source'
import type { Action } from '@/lib/commands/action'
import { listActions } from '@/lib/commands/server/actions'
import { invalid } from '@/lib/core/problem'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { ActionRequest } from '@/lib/journal/action-ids'
import { stubsOf } from '@/lib/journal/stub'
import { getChargeHistory } from '@/lib/operations/queries'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { day, filled, line } from '@/lib/operations/schemas/scalars'
import { askedIn, claimForFile } from '@/lib/people/server/answer-once'
import { actOf } from '@/lib/people/server/answer-signed'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import { recordExport } from '@/lib/people/server/record-export'
import { requireUnshared } from '@/lib/people/server/screen-share'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import type { Refund } from '@/lib/refunds/refund'
import { refundsByOrder } from '@/lib/refunds/refund-flag'
import { buyerRefunds } from '@/lib/refunds/server/list-refunds'
import { sendQuery } from '@/lib/service/ask'
import type { Act } from '@/lib/signatures/server/act'
import { claimSigned } from '@/lib/signatures/server/claim-signed'
import { packName } from '../charge-file'
import { evidenceLevels, type ManifestVerdict, maxOrders } from '../evidence'
import { clearForBank, withoutBin } from './at-level'
import { evidencePack } from './evidence-pack'
import { journalHead, manifestVerdict } from './signed-manifest'
import { savedAs, streamed } from './streamed'

const maxActions = 500
const orderIds = z
  .array(filled(64, 'Enter an order id'), 'Send a list of order ids')
  .check(z.minLength(1, 'Choose at least one order'), z.maxLength(maxOrders, `Choose ${maxOrders} orders or fewer`))

const evidenceBody = z.strictObject({
  orderIds,
  level: z.enum(evidenceLevels, `Use one of ${evidenceLevels.join(', ')}`),
  from: z.nullable(day),
  to: z.nullable(day),
  reason: z.optional(line(255)),
  ticket: z.optional(keptLine(64)),
})

/**
 * `POST /api/desk/buyers/{buyerId}/evidence`: a zip for a dispute. The bank's level shows personal values in clear, so it needs a reason
 * that stands in the journal before the first byte leaves.
 */
export async function makeEvidence(request: Request, person: Person, params: { buyerId: string }): Promise<Response> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person)
  const wanted = checked(evidenceBody, await readJson(request))
  const { orderIds: given, level, from, to, reason, ticket } = wanted
  if (level === 'bank' && !reason)
    throw invalid([{ field: 'reason', title: 'Enter why unmasked personal values are being exported' }])
  if (level === 'bank') {
    requireRight(person, 'reveal')
    requireUnshared(request, 'unmasked values can’t be exported')
  }
  if (from !== null && to !== null && from > to) throw invalid([{ field: 'to', title: 'Enter a day on or after the first' }])
  const about = { what: 'makeEvidence', merchant: merchant.code, content: { buyerId, ...wanted } }
  const actionRequest = askedIn(request, person, about)
  const claimed = await claimForFile(actionRequest)
  const ids = [...new Set(given)]
  const { orders, leftOut } = await chosenOrders({ person, merchant, buyerId }, ids, request.signal)
  const period = { from: from ?? undefined, to: to ?? undefined }
  const actions = await listActions(person, { buyerId, merchant: merchant.code, ...period }, maxActions)
  const seesBin = may(person.role, 'revealCard')
  if (level === 'bank' && !seesBin)
    leftOut.push('The first digits of cards are left out because the person who created this can’t see them.')
  if (actions.length === maxActions) leftOut.push(`Includes only the newest ${maxActions} staff actions.`)
  const act = level === 'bank' ? packToSign(actionRequest, person, { buyerId, wanted }) : null
  await claimSigned(act, claimed, (claim) =>
    recordExport({
      person,
      merchant: merchant.code,
      operation: 'makeEvidence',
      buyerId,
      ticket: ticket || null,
      detail: { level, orderIds: orders.map(({ orderId }) => orderId), from, to, reason: reason || null },
      revealed: level === 'bank' ? clearForBank(person.role).length : 0,
      claim,
    }),
  )
  const contents = {
    madeAt: new Date().toISOString(),
    level,
    merchant: merchant.code,
    buyerId,
    period: { from, to },
    orders: orders.map(({ orderId }) => orderId),
    leftOut,
    journal: await journalHead(),
  }
  const headers = { 'content-type': 'application/zip', ...savedAs(packName(contents, ticket)) }
  // They name the person who signed, as only a pack for internal use does.
  const signed = level === 'internal' ? await stubsOf(await database(), namesOf(actions)) : []
  const asked = await buyerRefunds(person, merchant.code, buyerId)
  const staff = { actions, refunds: asked.map((refund) => ({ ...refund, steps: stepsIn(refund, period) })) }
  const refunds = refundsByOrder(asked, { now: onPaper, zone: merchant.timeZone })
  const pack = { contents, orders: seesBin ? orders : orders.map(withoutBin), staff, refunds, signed }
  return streamed(request, evidencePack(pack), headers)
}

/** A pack is read on another day than today, so each time in it has its day and year. */
const onPaper = 0

/** Of days in UTC, as the actions beside them are. */
const stepsIn = ({ steps }: Refund, { from = '', to = '9' }: { from: string | undefined; to: string | undefined }) =>
  steps.filter(({ at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to)

const namesOf = (actions: readonly Action[]) => actions.map(({ actionId }) => actionId)

type Pack = { buyerId: string; wanted: z.output<typeof evidenceBody> }

/** A pack with unmasked values, as whoever exports it signs it; null where the environment asks for no signature. */
const packToSign = (actionRequest: ActionRequest | null, person: Person, { buyerId, wanted }: Pack): Act | null =>
  actOf(actionRequest, person, {
    act: 'bank-pack',
    shows: { buyerId, ...wanted },
    entry: { kind: 'exported', buyer: buyerId, level: wanted.level, orderIds: wanted.orderIds },
    facts: async () => ({ values: buyerId }),
  })

const manifest = z.strictObject({
  manifest: z.string('Send the text of the manifest').check(z.maxLength(60_000, 'This isn’t a Counterfoil manifest')),
  signature: z.string('Send the signature').check(z.maxLength(200, 'This isn’t a Counterfoil signature')),
})

/** `POST /api/desk/evidence/verify`: whether we made the manifest. Its files are checked where they are, and nothing is kept. */
export async function verifyManifest(request: Request, person: Person): Promise<ManifestVerdict> {
  const given = checked(manifest, await readJson(request))
  return manifestVerdict(person, given.manifest, given.signature.trim())
}

/**
 * The orders of a pack, unmasked, oldest first, with what of the wish could not be met. Only orders of this buyer come: an id of another
 * buyer is not among the service's answer (service-facts 2.13).
 */
async function chosenOrders(
  { buyerId, ...who }: BuyerOf,
  orderIds: string[],
  signal: AbortSignal,
): Promise<{ orders: Order[]; leftOut: string[] }> {
  const call = await callFor(getChargeHistory, { ...who, params: { buyerId }, search: { orderIds, limit: orderIds.length } })
  const { data } = await sendQuery(getChargeHistory, sending(call), signal)
  const wanted = data.filter(({ orderId }) => orderId !== null && orderIds.includes(orderId))
  const orders = wanted.filter(isReadable).toSorted((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''))
  if (orders.length === 0) throw invalid([{ field: 'orderIds', title: 'We couldn’t read any of these orders' }])
  const found = new Set(wanted.map(({ orderId }) => orderId))
  const missing = orderIds.filter((orderId) => !found.has(orderId))
  const unreadable = wanted.filter((order) => !isReadable(order)).map(({ orderId }) => orderId)
  const leftOut = [
    ...missing.map((orderId) => `Order ${orderId}: the service didn’t return it.`),
    ...unreadable.map((orderId) => `Order ${orderId}: we couldn’t read what the service sent.`),
  ]
  return { orders, leftOut }
}
