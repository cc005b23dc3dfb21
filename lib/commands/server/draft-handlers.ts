import 'server-only'
import * as z from 'zod/mini'
import { uuid } from '@/lib/operations/schemas/scalars'
import { isScreenShared } from '@/lib/people/server/screen-share'
import type { Person } from '@/lib/people/server/sessions'
import { checked, readJson } from '@/lib/platform/request'
import type { Draft, KeptDraft } from '../draft'
import { dropDraft, keepDraft, readDraft } from './drafts'

const draft = z.strictObject({ actionId: uuid, values: z.record(z.string(), z.unknown()) })
// Next has decoded the segment, once; what is percent-encoded still, such as a merchant account's code, is part of the name.
const formName = z.string().check(z.regex(/^(?!\.+$)(?:[\w:.-]|%[0-9A-Fa-f]{2}){1,200}$/, 'Unknown form name'))
const keyOf = ({ key }: { key: string }) => checked(formName, key)

/** `GET /api/desk/drafts/{key}` */
export const getDraft = async (request: Request, person: Person, params: { key: string }): Promise<{ draft: Draft | null }> => ({
  draft: isShared(request) ? null : await readDraft(person, keyOf(params)),
})

// While the screen is shared a draft would come back masked, and the mask would be taken for what was typed. So none is given then.
const isShared = (request: Request) => isScreenShared(request.headers.get('cookie'))

/** `PUT /api/desk/drafts/{key}`; `actionId` is the one to send under. */
export async function putDraft(request: Request, person: Person, params: { key: string }): Promise<KeptDraft> {
  const key = keyOf(params)
  const given = checked(draft, await readJson(request))
  if (isShared(request)) return { kept: false }
  return { kept: true, actionId: await keepDraft(person, key, given) }
}

/** `DELETE /api/desk/drafts/{key}` */
export async function deleteDraft(_: Request, person: Person, params: { key: string }): Promise<{ kept: false }> {
  await dropDraft(person, keyOf(params))
  return { kept: false }
}
