import 'server-only'
import * as z from 'zod/mini'
import type { Draft } from '@/lib/draft'
import { uuid } from '@/lib/operations/schemas/scalars'
import { checked, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { dropDraft, keepDraft, readDraft } from '../journal/drafts'
import { isScreenShared } from '../screen-share/is-screen-shared'

const draft = z.strictObject({ actionId: uuid, values: z.record(z.string(), z.unknown()) })
const keyOf = ({ key }: { key: string }) =>
  checked(z.string().check(z.regex(/^[\w:.%-]{1,200}$/, 'This is not the name of a form')), decodeURIComponent(key))

/** `GET /api/desk/drafts/{key}` */
export const getDraft = async (request: Request, person: Person, params: { key: string }): Promise<{ draft: Draft | null }> => ({
  draft: isShared(request) ? null : await readDraft(person, keyOf(params)),
})

// Masked, what was half typed would come back as if somebody had typed the mask. It waits until the screen is one's own again.
const isShared = (request: Request) => isScreenShared(request.headers.get('cookie'))

/** `PUT /api/desk/drafts/{key}` */
export async function putDraft(request: Request, person: Person, params: { key: string }): Promise<{ kept: boolean }> {
  const [key, given] = [keyOf(params), checked(draft, await readJson(request))]
  if (isShared(request)) return { kept: false }
  await keepDraft(person, key, given)
  return { kept: true }
}

/** `DELETE /api/desk/drafts/{key}` */
export async function deleteDraft(_: Request, person: Person, params: { key: string }): Promise<{ kept: false }> {
  await dropDraft(person, keyOf(params))
  return { kept: false }
}
