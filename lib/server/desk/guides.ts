import 'server-only'
import * as z from 'zod/mini'
import { line, uuid, whole } from '@/lib/operations/schemas/scalars'
import { type BuyerGuides, type Guide, playbookNames } from '@/lib/playbooks/guide'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { addGuideStep, buyerGuides, startGuide } from '../playbooks/guides'
import { actionIdIn } from './action-id-in'
import { idIn } from './id-in'

/** `GET /api/desk/buyers/{buyerId}/guides` */
export const guidesOfBuyer = (request: Request, person: Person, params: { buyerId: string }): Promise<BuyerGuides> =>
  buyerGuides(person, merchantFor(request, person).code, idIn(params.buyerId))

const start = z.strictObject({
  playbook: z.enum(playbookNames, 'Choose a playbook'),
  buyerId: uuid,
  ticket: z.nullable(line(64)),
})

/** `POST /api/desk/guides` with an `x-action-id`, which names them. */
export async function postGuide(request: Request, person: Person): Promise<Guide> {
  const merchant = merchantFor(request, person).code
  return startGuide(person, { id: actionIdIn(request), merchant, ...checked(start, await readJson(request)) })
}

const replyText = z.string('Give a text').check(z.trim(), z.maxLength(4000, 'At most 4000 characters'))
const step = z.strictObject({
  version: whole(1, 1_000_000),
  kind: z.enum(['answered', 'back', 'acted', 'handed-over', 'taken-over', 'ended'], 'This is no step'),
  question: z.nullable(line(64)),
  answer: z.nullable(line(200)),
  words: z.nullable(replyText),
})

/** `POST /api/desk/guides/{guideId}/steps` with an `x-action-id`, which names the step. */
export async function postGuideStep(request: Request, person: Person, params: { guideId: string }): Promise<Guide> {
  const stepId = actionIdIn(request)
  return addGuideStep(person, { stepId, guideId: idIn(params.guideId), ...checked(step, await readJson(request)) })
}
