import 'server-only'
import * as z from 'zod/mini'
import { sentOnce } from '@/lib/journal/action-ids'
import { filled } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answerOnce, askedIn, askedUnder } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson, searchIn, searchText } from '@/lib/platform/request'
import type { Action, BuyerActions, CheckResult } from '../action'
import { actionRow, actionsPiece, cursorAfter, listActions, oneAction } from './actions'
import { check } from './check'
import { performUndo, sendAgain } from './perform-undo'
import { replay } from './replay'
import { settleByPerson } from './settling'

type OfAction = { actionId: string }

/** `GET /api/desk/actions/{actionId}` */
export const readAction = async (_: Request, person: Person, params: OfAction): Promise<Action> =>
  oneAction(person, idIn(params.actionId))

const search = z.strictObject({ before: searchText })

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
export const undoAction = (request: Request, person: Person, params: OfAction): Promise<Response> =>
  after(request, person, { ...params, what: 'undo', how: performUndo })

/** `POST /api/desk/actions/{actionId}/send-again`, with an `x-action-id` of its own. Answers as the command does. */
export const resendAction = (request: Request, person: Person, params: OfAction): Promise<Response> =>
  after(request, person, { ...params, what: 'send-again', how: sendAgain })

type After = OfAction & { what: string; how: typeof performUndo }

async function after(request: Request, person: Person, { actionId: of, what, how }: After): Promise<Response> {
  const actionId = idIn(of)
  const id = actionIdIn(request)
  const { merchant } = await actionRow(person, actionId)
  return sentOnce(
    askedUnder(id, person, { what, merchant, content: { actionId } }),
    (_, request) => how(person, actionId, request), // the intent of its command claims the id
    () => replay(id),
  )
}

/** `POST /api/desk/actions/{actionId}/check`: reads again and says how it looks. */
export const checkAction = async (_: Request, person: Person, params: OfAction): Promise<CheckResult> =>
  check(person, idIn(params.actionId))

const settlement = z.strictObject({
  as: z.enum(['happened', 'did-not-happen'], 'Choose whether it was applied'),
  how: z.enum(['checked', 'by-hand'], 'Enter how you know'),
  reason: filled(255, 'Enter how you know'),
})

/** `POST /api/desk/actions/{actionId}/settle`: a person's word on an unconfirmed action. */
export async function settleAction(request: Request, person: Person, params: OfAction): Promise<Action | Response> {
  const actionId = idIn(params.actionId)
  const given = checked(settlement, await readJson(request))
  const { merchant } = await actionRow(person, actionId)
  return answerOnce(
    askedIn(request, person, { what: 'settleAction', merchant, content: { actionId, given } }),
    (claim) => settleByPerson(person, actionId, given, claim),
    () => oneAction(person, actionId),
  )
}
