import 'server-only'
import * as z from 'zod/mini'
import { evidenceLevels, type ManifestVerdict, mostOrders } from '@/lib/evidence/evidence'
import { day, filled, line } from '@/lib/operations/schemas/scalars'
import { invalid } from '@/lib/problem'
import { may } from '@/lib/roles'
import { checked, merchantFor, readJson } from '../admission'
import { requireRight } from '../auth/person'
import type { Person } from '../auth/sessions'
import { clearForBank, withoutBin } from '../evidence/at-level'
import { chosenOrders } from '../evidence/chosen-orders'
import { evidencePack } from '../evidence/evidence-pack'
import { journalHead, manifestVerdict } from '../evidence/signed-manifest'
import { noteExport } from '../files/note-export'
import { savedAs, streamed } from '../files/streamed'
import { listActions } from '../journal/actions'
import { requireUnshared } from '../screen-share/require-unshared'
import { idIn } from './id-in'

const mostActions = 500
const orderIds = z
  .array(filled(64, 'Give an order id'), 'Give a list of order ids')
  .check(z.minLength(1, 'Choose at least one order'), z.maxLength(mostOrders, `At most ${mostOrders} orders`))

const asked = z.strictObject({
  orderIds,
  level: z.enum(evidenceLevels, `Give one of ${evidenceLevels.join(', ')}`),
  from: z.nullable(day),
  to: z.nullable(day),
  reason: z.optional(line(255)),
  ticket: z.optional(line(64)),
})

/**
 * `POST /api/desk/buyers/{buyerId}/evidence`: a zip for a dispute. The bank's level shows personal values in clear, so it needs a reason
 * that stands in the journal before the first byte leaves.
 */
export async function makeEvidence(request: Request, person: Person, params: { buyerId: string }): Promise<Response> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person)
  const { orderIds: given, level, from, to, reason, ticket } = checked(asked, await readJson(request))
  if (level === 'bank' && !reason) throw invalid([{ field: 'reason', title: 'Say why personal values leave the desk in clear' }])
  if (level === 'bank') {
    requireRight(person, 'reveal')
    requireUnshared(request, 'no personal values leave in clear')
  }
  if (from !== null && to !== null && from > to)
    throw invalid([{ field: 'to', title: 'Give a day that is not before the first' }])
  const ids = [...new Set(given)]
  const { orders, leftOut } = await chosenOrders({ person, merchant, buyerId, left: request.signal }, ids)
  const period = { from: from ?? undefined, to: to ?? undefined }
  const actions = await listActions(person, { buyerId, merchant: merchant.code, ...period }, mostActions)
  const seesBin = may(person.role, 'revealCard')
  if (level === 'bank' && !seesBin) leftOut.push('The first digits of cards: whoever made this may not see them.')
  if (actions.length === mostActions) leftOut.push(`Only the newest ${mostActions} actions of staff are in it.`)
  await noteExport({
    ...{ person, merchant: merchant.code, operation: 'makeEvidence', buyerId, ticket: ticket || null },
    detail: { level, orderIds: orders.map(({ orderId }) => orderId), from, to, reason: reason || null },
    revealed: level === 'bank' ? clearForBank(person.role).length : 0,
  })
  const told = {
    ...{ madeAt: new Date().toISOString(), level, merchant: merchant.code, buyerId, period: { from, to } },
    ...{ orders: orders.map(({ orderId }) => orderId), leftOut, journal: await journalHead() },
  }
  const headers = { 'content-type': 'application/zip', ...savedAs(`evidence-${level}-${buyerId}.zip`) }
  const seen = seesBin ? orders : orders.map(withoutBin)
  return streamed(evidencePack({ told, orders: seen, actions }), headers)
}

const manifest = z.strictObject({
  manifest: z.string('Give the text of the manifest').check(z.maxLength(60_000, 'This is no manifest of ours')),
  signature: z.string('Give the signature').check(z.maxLength(200, 'This is no signature of ours')),
})

/** `POST /api/desk/evidence/verify`: whether this desk made the manifest. Its files are checked where they are, and nothing is kept. */
export async function verifyManifest(request: Request): Promise<ManifestVerdict> {
  const given = checked(manifest, await readJson(request))
  return manifestVerdict(given.manifest, given.signature.trim())
}
