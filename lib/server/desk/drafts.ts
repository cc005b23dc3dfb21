import 'server-only'
import * as z from 'zod/mini'
import type { Draft } from '@/lib/draft'
import { uuid } from '@/lib/operations/schemas/scalars'
import { checked, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { dropDraft, keepDraft, readDraft } from '../journal/drafts'

const draft = z.strictObject({ actionId: uuid, values: z.record(z.string(), z.unknown()) })
const keyOf = ({ key }: { key: string }) =>
  checked(z.string().check(z.regex(/^[\w:.%-]{1,200}$/, 'This is not the name of a form')), decodeURIComponent(key))

/** `GET /api/desk/drafts/{key}` */
export const getDraft = async (_: Request, person: Person, params: { key: string }): Promise<{ draft: Draft | null }> => ({
  draft: await readDraft(person, keyOf(params)),
})

/** `PUT /api/desk/drafts/{key}` */
export async function putDraft(request: Request, person: Person, params: { key: string }): Promise<{ kept: true }> {
  await keepDraft(person, keyOf(params), checked(draft, await readJson(request)))
  return { kept: true }
}

/** `DELETE /api/desk/drafts/{key}` */
export async function deleteDraft(_: Request, person: Person, params: { key: string }): Promise<{ kept: false }> {
  await dropDraft(person, keyOf(params))
  return { kept: false }
}
