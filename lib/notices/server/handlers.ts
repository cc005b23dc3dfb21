import 'server-only'
import * as z from 'zod/mini'
import { iso } from '@/lib/core/dates'
import { invalid } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { uuid, wholeText } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import type { Person } from '@/lib/people/server/sessions'
import { checked, readJson, searchIn } from '@/lib/platform/request'
import { type Notice, type NoticePage, type NoticePreferences, noticeKinds } from '../notice'
import { noticePage, noticesInBell, noticesSeen, type Place, preferencesOf, savePreferences } from './notices'

const maxLimit = 200
const query = z.strictObject({
  limit: z.optional(wholeText('Enter how many')),
  after: z.optional(z.string().check(z.maxLength(200))),
})

/** `GET /api/desk/notices?limit=&after=`: what the person was told of, newest first. */
export async function getNotices(request: Request, person: Person): Promise<NoticePage> {
  const { limit = 50, after } = checked(query, searchIn(request))
  if (limit < 1 || limit > maxLimit) throw invalid([{ field: 'limit', title: `Enter a number from 1 to ${maxLimit}` }])
  const { notices: data, total, next } = await noticePage(person, { limit, after: after === undefined ? null : placeIn(after) })
  return { data, meta: { type: 'collection', total, asOf: iso(Date.now()), next: next && cursorOf(next) } }
}

const cursorOf = ({ at, id }: Place) => Buffer.from(`${at} ${id}`).toString('base64url')

/** Throws `invalid` for what is no place of a list. */
function placeIn(cursor: string): Place {
  const [, at, id] = /^(\S{24}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (at === undefined || id === undefined) throw invalid([{ field: 'after', title: 'Use the “next” of an earlier answer' }])
  return { at, id }
}

const seen = z.strictObject({ ids: z.array(uuid).check(z.minLength(1, 'Name at least one'), z.maxLength(maxLimit)) })

type InBell = { data: Notice[] }

/** `POST /api/desk/notices/seen`: the person has seen these. Answers with what the bell shows. */
export async function postSeen(request: Request, person: Person): Promise<InBell | Response> {
  const { ids } = checked(seen, await readJson(request))
  return answerOnce(
    askedIn(request, person, { what: 'noticesSeen', content: { ids } }),
    (claim) => noticesSeen(person, ids, claim),
    async () => ({ data: await noticesInBell(person) }),
  )
}

type Preferences = { data: NoticePreferences }
const preferences = async (person: Person): Promise<Preferences> => ({ data: await preferencesOf(await database(), person) })

/** `GET /api/desk/notices/preferences` */
export async function getPreferences(request: Request, person: Person): Promise<Preferences> {
  checked(z.strictObject({}), searchIn(request))
  return preferences(person)
}

const wanted = z.strictObject({ desk: z.boolean('Send true or false'), browser: z.boolean('Send true or false') })
const wants = z.partial(
  z.strictObject(
    Object.fromEntries(noticeKinds.map((kind) => [kind, wanted])) as Record<(typeof noticeKinds)[number], typeof wanted>,
  ),
)

/** `PUT /api/desk/notices/preferences`: what the person wants of the kinds that are named. */
export async function putPreferences(request: Request, person: Person): Promise<Preferences | Response> {
  const given = checked(wants, await readJson(request))
  return answerOnce(
    askedIn(request, person, { what: 'putNoticePreferences', content: given }),
    (claim) => savePreferences(person, given as Partial<NoticePreferences>, claim),
    () => preferences(person),
  )
}
