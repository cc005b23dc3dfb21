import 'server-only'
import * as z from 'zod/mini'
import type { Action } from '@/lib/action'
import type { BuyerActions } from '@/lib/buyer-actions'
import type { CheckResult } from '@/lib/check-result'
import { filled } from '@/lib/operations/schemas/scalars'
import { checked, merchantFor, readJson, searchIn } from '../admission'
import type { Person } from '../auth/sessions'
import { actionsPiece, cursorAfter, listActions, oneAction } from '../journal/actions'
import { check } from '../journal/check'
import { settleByPerson } from '../journal/settling'
import { sendAgain, takeBack } from '../journal/take-back'
import { actionIdIn } from './action-id-in'
import { idIn } from './id-in'

type OfAction = { actionId: string }

/** `GET /api/desk/actions/{actionId}` */
export const readAction = async (_: Request, person: Person, params: OfAction): Promise<Action> =>
  oneAction(person, idIn(params.actionId))

const search = z.strictObject({ before: z.optional(z.string().check(z.maxLength(200, 'At most 200 characters'))) })

/** `GET /api/desk/buyers/{buyerId}/actions?before=`: everybody's, newest first, a piece at a time, for whoever may read the buyer. */
export async function buyerActions(request: Request, person: Person, params: { buyerId: string }): Promise<BuyerActions> {
  const { before } = checked(search, searchIn(request))
  return actionsOnBuyer(person, { merchant: merchantFor(request, person).code, buyerId: idIn(params.buyerId), before })
}

type OfBuyer = { merchant: string; buyerId: string; before?: string | undefined }

export async function actionsOnBuyer(person: Person, { before, ...buyer }: OfBuyer): Promise<BuyerActions> {
  const actions = await listActions(person, { ...buyer, before })
  const open = before === undefined ? await listActions(person, { ...buyer, outcome: 'open' }) : []
  const last = actions.length === actionsPiece ? actions.at(-1) : undefined
  return { actions, open, next: last ? cursorAfter(last) : null }
}

/** `POST /api/desk/actions/{actionId}/undo`, with an `x-action-id` of its own. Answers as the command does. */
export const undoAction = async (request: Request, person: Person, params: OfAction): Promise<Response> =>
  takeBack(person, idIn(params.actionId), actionIdIn(request))

/** `POST /api/desk/actions/{actionId}/send-again`, with an `x-action-id` of its own. Answers as the command does. */
export const resendAction = async (request: Request, person: Person, params: OfAction): Promise<Response> =>
  sendAgain(person, idIn(params.actionId), actionIdIn(request))

/** `POST /api/desk/actions/{actionId}/check`: reads again and says how it looks. */
export const checkAction = async (_: Request, person: Person, params: OfAction): Promise<CheckResult> =>
  check(person, idIn(params.actionId))

const settlement = z.strictObject({
  as: z.enum(['happened', 'did-not-happen'], 'Say whether it happened'),
  how: z.enum(['checked', 'by-hand'], 'Say how you know'),
  reason: filled(255, 'Say how you know'),
})

/** `POST /api/desk/actions/{actionId}/settle`: a person's word on an unconfirmed action. */
export async function settleAction(request: Request, person: Person, params: OfAction): Promise<Action> {
  const actionId = idIn(params.actionId)
  await settleByPerson(person, actionId, checked(settlement, await readJson(request)))
  return oneAction(person, actionId)
}
