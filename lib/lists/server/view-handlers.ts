import 'server-only'
import * as z from 'zod/mini'
import { invalid } from '@/lib/core/problem'
import { filled, whole } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson, searchIn } from '@/lib/platform/request'
import { type ListFilter, listFilterIn, listNames, unknownIn } from '../lists'
import { isPersonal, maxName, pinChoices, pinMoves, type Views, type ViewToSave } from '../views'
import { filterGiven } from './handlers'
import { addressOf, changePin } from './pins'
import { contextOf } from './read-list'
import { addView, changeView, listViews, removeView } from './views'

type OfView = { viewId: string }

const contextIn = (request: Request, person: Person) => contextOf(person, merchantFor(request, person))

/** `GET /api/desk/views`: one's own views and those that are shared. */
export async function getViews(request: Request, person: Person): Promise<Views> {
  checked(z.strictObject({}), searchIn(request))
  return listViews(contextIn(request, person))
}

const body = z.strictObject({
  name: filled(maxName, 'Enter a name'),
  list: z.enum(listNames, 'Use the name of a list'),
  filter: filterGiven,
  shared: z.boolean('Send true or false'),
})
const changed = z.strictObject({ ...body.shape, version: whole(1, 1_000_000) })

/** Throws `invalid` for a filter that the list doesn't have, and for what may not be kept for everybody. */
function toSave(given: z.output<typeof body>): ViewToSave {
  const filter: ListFilter = listFilterIn(given.filter)
  const unknown = unknownIn(given.list, filter).map((field) => ({
    field: `filter.${field}`,
    title: 'This list has no such filter',
  }))
  const texts = [
    ['name', given.name] as const,
    ...Object.entries(filter).map(([field, text]) => [`filter.${field}`, text] as const),
  ]
  const personal = given.shared ? texts.filter(([, text]) => isPersonal(text)) : []
  const problems = [
    ...unknown,
    ...personal.map(([field]) => ({ field, title: 'Shared views are kept. Leave personal values out.' })),
  ]
  if (problems.length > 0) throw invalid(problems)
  return { ...given, filter }
}

/** `POST /api/desk/views` with an `x-action-id`, which names the view. */
export async function postView(request: Request, person: Person): Promise<Views | Response> {
  const id = actionIdIn(request)
  const context = contextIn(request, person)
  const given = toSave(checked(body, await readJson(request)))
  return answerOnce(
    askedUnder(id, person, { what: 'postView', merchant: context.merchant, content: given }),
    (claim) => addView(context, id, given, claim),
    () => listViews(context),
  )
}

/** `PUT /api/desk/views/{viewId}` with an `x-action-id` */
export async function putView(request: Request, person: Person, params: OfView): Promise<Views | Response> {
  const actionId = actionIdIn(request)
  const id = idIn(params.viewId)
  const context = contextIn(request, person)
  const { version, ...rest } = checked(changed, await readJson(request))
  const given = toSave(rest)
  return answerOnce(
    askedUnder(actionId, person, { what: 'putView', merchant: context.merchant, content: { id, version, given } }),
    (claim) => changeView(context, { id, version, given }, claim),
    () => listViews(context),
  )
}

/** `DELETE /api/desk/views/{viewId}` with an `x-action-id` */
export async function deleteView(request: Request, person: Person, params: OfView): Promise<Views | Response> {
  const actionId = actionIdIn(request)
  const id = idIn(params.viewId)
  const context = contextIn(request, person)
  return answerOnce(
    askedUnder(actionId, person, { what: 'deleteView', merchant: context.merchant, content: { id } }),
    (claim) => removeView(context, id, claim),
    () => listViews(context),
  )
}

const pin = z.strictObject({
  for: z.enum(pinChoices, `Use ${pinChoices.join(', ')}`),
  pinned: z.boolean('Send true or false'),
  move: z.optional(z.enum(pinMoves, `Use ${pinMoves.join(' or ')}`)),
})

/** `PUT /api/desk/views/{viewId}/pin` with an `x-action-id`: pins a view for the person, a role or everybody, takes the pin off, or moves one up or down. */
export async function putPin(request: Request, person: Person, params: OfView): Promise<Views | Response> {
  const actionId = actionIdIn(request)
  const id = idIn(params.viewId)
  const context = contextIn(request, person)
  const { for: who, pinned, move } = checked(pin, await readJson(request))
  if (move && !pinned) throw invalid([{ field: 'move', title: 'Only what stays pinned can be moved. Send pinned as true' }])
  return answerOnce(
    askedUnder(actionId, person, { what: 'putPin', merchant: context.merchant, content: { id, who, pinned, move } }),
    (claim) => changePin(context, { id, who, pinned, move }, claim),
    () => listViews(context),
  )
}

/** `GET /v/{code}`: leads to the address that a view is a name for. What is shown there is what the viewer may see. */
export async function openView(_: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> {
  const person = await pagePerson()
  const address = await addressOf(person, (await params).code)
  const headers = { 'cache-control': 'no-store' }
  if (address !== null) return new Response(null, { status: 303, headers: { ...headers, location: address } })
  return new Response('That view no longer exists, or you don’t have access to its merchant account.', {
    status: 404,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  })
}
