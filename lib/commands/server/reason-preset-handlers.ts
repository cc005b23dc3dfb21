import 'server-only'
import * as z from 'zod/mini'
import { problem } from '@/lib/core/problem'
import { filled } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import type { Person } from '@/lib/people/server/sessions'
import { checked, readJson } from '@/lib/platform/request'
import { isReasoned, type ReasonedCommand, type ReasonPresets } from '../reason-presets'
import { reasonPresets, setReasonPresets } from './reason-presets'

type Answer = { presets: ReasonPresets }
type OfCommand = { operation: string }

const isDistinct = (texts: string[]) => new Set(texts).size === texts.length
const given = z.strictObject({
  presets: z
    .array(filled(255, 'Remove empty lines'))
    .check(z.maxLength(12, 'Use 12 presets or fewer'), z.refine(isDistinct, 'List each preset once')),
})

/** `GET /api/desk/reason-presets` */
export const readPresets = async (): Promise<Answer> => ({ presets: await reasonPresets() })

/** `PUT /api/desk/reason-presets/{operation}`: the merchant's own reasons, in the order they are offered in. */
export async function putPresets(request: Request, person: Person, params: OfCommand): Promise<Answer | Response> {
  const operation = commandIn(params)
  return presetsSet(request, person, operation, checked(given, await readJson(request)).presets)
}

/** `DELETE /api/desk/reason-presets/{operation}`: back to the defaults. */
export async function deletePresets(request: Request, person: Person, params: OfCommand): Promise<Answer | Response> {
  return presetsSet(request, person, commandIn(params), null)
}

async function presetsSet(request: Request, person: Person, operation: ReasonedCommand, presets: string[] | null) {
  return answerOnce(
    askedIn(request, person, { what: 'setReasonPresets', content: { operation, presets } }),
    (claim) => setReasonPresets(person, operation, presets, claim),
    readPresets,
  )
}

function commandIn({ operation }: OfCommand) {
  if (!isReasoned(operation)) throw problem('notFound', 'We couldn’t find an action with that name that takes a reason.')
  return operation
}
