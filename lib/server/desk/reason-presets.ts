import 'server-only'
import * as z from 'zod/mini'
import { filled } from '@/lib/operations/schemas/scalars'
import { problem } from '@/lib/problem'
import { isReasoned, type ReasonPresets } from '@/lib/reason-presets'
import { checked, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { reasonPresets, setReasonPresets } from '../journal/reason-presets'

type Answer = { presets: ReasonPresets }
type OfCommand = { operation: string }

const isDistinct = (texts: string[]) => new Set(texts).size === texts.length
const given = z.strictObject({
  presets: z
    .array(filled(255, 'Leave out what is empty'))
    .check(z.maxLength(12, 'At most 12 presets'), z.refine(isDistinct, 'Give each only once')),
})

/** `GET /api/desk/reason-presets` */
export const readPresets = async (): Promise<Answer> => ({ presets: await reasonPresets() })

/** `PUT /api/desk/reason-presets/{operation}`: the desk's own words, in the order they are offered in. */
export async function putPresets(request: Request, person: Person, params: OfCommand): Promise<Answer> {
  const operation = commandIn(params)
  await setReasonPresets(person, operation, checked(given, await readJson(request)).presets)
  return readPresets()
}

/** `DELETE /api/desk/reason-presets/{operation}`: back to the defaults. */
export async function deletePresets(_: Request, person: Person, params: OfCommand): Promise<Answer> {
  await setReasonPresets(person, commandIn(params), null)
  return readPresets()
}

function commandIn({ operation }: OfCommand) {
  if (!isReasoned(operation)) throw problem('notFound', 'There is no such command that takes a reason.')
  return operation
}
