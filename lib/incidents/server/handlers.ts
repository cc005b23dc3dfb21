import 'server-only'
import * as z from 'zod/mini'
import { invalid, problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { countedGiven, countedOf } from '@/lib/knowledge/server/counted-rows'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { jsonResponse } from '@/lib/platform/answers'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson, searchIn } from '@/lib/platform/request'
import {
  type Incident,
  type IncidentRows,
  type IncidentState,
  type Incidents,
  incidentStates,
  previewCounts,
  reasons,
  rowStates,
} from '../incident'
import { countRows, incidentFor, inShort } from './answer'
import { addIncident, editIncident, giveRows, tooManyRows } from './drafts'
import { changedIncident, chunkRows, maxRows, newIncident, nothing, rowsChunk } from './plan'
import { pageOfRows } from './row-answer'
import { askForPreview } from './steps'
import { incidentRow } from './store'
import { ofIncident, takingOf } from './taking'

export type OfIncident = { incidentId: string }

const limit = z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'Use a number from 1 to 200')))
const listed = z.strictObject({
  state: z.optional(z.enum(['open', ...incidentStates], 'Use open or one of the states')),
  limit,
  after: z.optional(z.string().check(z.maxLength(200))),
  ...countedGiven,
})

/** `GET /api/desk/incidents?state=&limit=&after=&at=&counted=`: the newest first. `open` are those that aren't closed, and those that a number counted. */
export async function getIncidents(request: Request, person: Person): Promise<Incidents> {
  const { state, limit: given = '50', after, ...opened } = checked(listed, searchIn(request))
  const counted = await countedOf(opened)
  const { code } = merchantFor(request, person)
  const store = await database()
  const matching = store
    .selectFrom('incidents')
    .where('merchant', '=', code)
    .$if(state === 'open', (query) =>
      query.where((is) => is.or([is('state', '!=', 'closed'), ...(counted?.ids?.length ? [is('id', 'in', counted.ids)] : [])])),
    )
    .$if(state !== undefined && state !== 'open', (query) => query.where('state', '=', state as IncidentState))
  const { count } = await matching.select(({ fn }) => fn.countAll<string | number>().as('count')).executeTakeFirstOrThrow()
  const [at = '', id = ''] = after === undefined ? [] : Buffer.from(after, 'base64url').toString().split(' ')
  const rows = await matching
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((is) => is.or([is('made_at', '<', at), is.and([is('made_at', '=', at), is('id', '>', id)])])),
    )
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(Number(given) + 1)
    .execute()
  const shown = rows.slice(0, Number(given))
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const counts = await countRows(store, shown)
  const data = shown.map((row) => inShort(row, counts.get(row.id), person))
  return {
    data,
    meta: {
      type: 'collection',
      total: Number(count),
      asOf: new Date().toISOString(),
      ...(counted && { counted }),
      next: last ? Buffer.from(`${last.made_at} ${last.id}`).toString('base64url') : null,
    },
  }
}

/** `POST /api/desk/incidents` with an `x-action-id`, which names the incident. */
export async function postIncident(request: Request, person: Person): Promise<Incident | Response> {
  const id = actionIdIn(request)
  const { code: merchant } = merchantFor(request, person)
  const given = checked(newIncident, await readJson(request))
  return answerOnce(
    askedUnder(id, person, { what: 'postIncident', merchant, content: given }),
    (claim) => addIncident(person, { ...given, id, merchant }, claim),
    () => incidentFor(person, id),
  )
}

/** `GET /api/desk/incidents/{incidentId}` */
export function getIncident(request: Request, person: Person, params: OfIncident): Promise<Incident> {
  checked(nothing, searchIn(request))
  return incidentFor(person, idIn(params.incidentId))
}

/** `PUT /api/desk/incidents/{incidentId}` with an `x-action-id` and the `x-version` that was seen. It's a draft again. */
export const putIncident = ofIncident('putIncident', changedIncident, (taking, given) => {
  if (Object.keys(given).length === 0) throw invalid([{ field: '', title: 'Enter what to change' }])
  return editIncident(taking, given)
})

const chunkPath = z.string().check(z.regex(/^\d{1,6}$/))

/** `PUT /api/desk/incidents/{incidentId}/rows/{chunk}`, chunk 0 first, with an `x-action-id` and an `x-version`. */
export async function putRows(
  request: Request,
  person: Person,
  params: OfIncident & { chunk: string },
): Promise<Incident | Response> {
  const read = chunkPath.safeParse(params.chunk)
  if (!read.success) throw problem('notFound', 'Chunks are counted from 0.')
  const chunk = Number(read.data)
  const { taking, given, actionRequest } = await takingOf(request, person, params, {
    what: 'putRows',
    schema: rowsChunk,
    more: { chunk },
  })
  if (chunk * chunkRows >= maxRows) throw tooManyRows()
  const rows = given.rows.map((row) => ({ ...row, note: row.note ?? null }))
  return answerOnce(
    actionRequest,
    (claim) => giveRows({ ...taking, claim }, chunk, { ...given, rows }),
    () => incidentFor(person, taking.id),
  )
}

const someRows = z.strictObject({
  state: z.optional(z.enum(rowStates, 'Use one of the states')),
  count: z.optional(z.enum(previewCounts, 'Use one of the counts')),
  limit,
  after: z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'Use the cursor that was given'))),
})

/** `GET /api/desk/incidents/{incidentId}/rows?state=&count=&limit=&after=`: those in a state, or behind a number of the preview. */
export async function getRows(request: Request, person: Person, params: OfIncident): Promise<IncidentRows> {
  const { state, count, limit: given = '50', after = '0' } = checked(someRows, searchIn(request))
  const row = await incidentRow(person, idIn(params.incidentId))
  const why = count && Object.entries(reasons).flatMap(([name, of]) => (of === count ? [name] : []))
  const query = { after: Number(after), limit: Number(given) }
  const chosen = count === 'will-change' ? { planned: true } : { state, why }
  return pageOfRows(await database(), row, { ...query, ...chosen })
}

/** `POST /api/desk/incidents/{incidentId}/preview`: begun, answered with 202. `GET` of the incident tells how far it is. */
export async function postPreview(request: Request, person: Person, params: OfIncident): Promise<Response> {
  const answer = await ofIncident('postPreview', nothing, (taking) => askForPreview(taking))(request, person, params)
  if (answer instanceof Response) return new Response(answer.body, { status: 202, headers: answer.headers })
  return jsonResponse(answer, {}, 202)
}
