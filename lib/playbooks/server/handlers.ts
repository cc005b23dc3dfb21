import 'server-only'
import * as z from 'zod/mini'
import { database } from '@/lib/database/open'
import { uuid, whole } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import { type BuyerGuides, type Guide, playbookNames } from '../guide'
import { addGuideStep, buyerGuides, guideRow, startGuide } from './guides'

/** `GET /api/desk/buyers/{buyerId}/guides` */
export const guidesOfBuyer = (request: Request, person: Person, params: { buyerId: string }): Promise<BuyerGuides> =>
  buyerGuides(person, merchantFor(request, person).code, idIn(params.buyerId))

const start = z.strictObject({
  playbook: z.enum(playbookNames, 'Choose the guided steps'),
  buyerId: uuid,
  ticket: z.nullable(keptLine(64)),
})

/** `POST /api/desk/guides` with an `x-action-id`, which names them. */
export async function postGuide(request: Request, person: Person): Promise<Guide | Response> {
  const id = actionIdIn(request)
  const merchant = merchantFor(request, person).code
  const given = checked(start, await readJson(request))
  await recordBuyerShown(person, merchant, given.buyerId)
  return answerOnce<Guide, Guide>(
    askedUnder(id, person, { what: 'postGuide', merchant, content: given }),
    (claim) => startGuide(person, { id, merchant, ...given }, claim),
    (first) => first,
  )
}

const replyText = z.string('Enter some text').check(z.trim(), z.maxLength(4000, 'Use 4,000 characters or fewer'))
const step = z.strictObject({
  version: whole(1, 1_000_000),
  kind: z.enum(['answered', 'back', 'acted', 'handed-over', 'taken-over', 'ended'], 'Unknown step'),
  question: z.nullable(keptLine(64)),
  answer: z.nullable(keptLine(200)),
  words: z.nullable(replyText),
})

/** `POST /api/desk/guides/{guideId}/steps` with an `x-action-id`, which names the step. */
export async function postGuideStep(request: Request, person: Person, params: { guideId: string }): Promise<Guide | Response> {
  const stepId = actionIdIn(request)
  const guideId = idIn(params.guideId)
  const given = checked(step, await readJson(request))
  const { merchant } = await guideRow(await database(), person, guideId)
  return answerOnce<Guide, Guide>(
    askedUnder(stepId, person, { what: 'postGuideStep', merchant, content: { guideId, given } }),
    (claim) => addGuideStep(person, { stepId, guideId, ...given }, claim),
    (first) => first,
  )
}
