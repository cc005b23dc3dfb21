import 'server-only'
import * as z from 'zod/mini'
import { countedIn } from '@/lib/core/counted'
import { parsed } from '@/lib/core/json'
import { invalid, problem } from '@/lib/core/problem'
import { countedGiven } from '@/lib/knowledge/server/counted-rows'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { checked, searchIn } from '@/lib/platform/request'
import type { ListCounts, ListPage } from '../list-page'
import { isListName, type ListFilter, type ListName, listFilterFields, listFilterIn, listPiece, unknownIn } from '../lists'
import { readListAs } from './counted-list'
import { listFile } from './export-list'
import { contextOf, countLists } from './read-list'
import { sources } from './sources'

type OfList = { list: string }

/** `GET /api/desk/lists`: every list with how many rows it has. */
export async function getLists(request: Request, person: Person): Promise<ListCounts> {
  checked(z.strictObject({}), searchIn(request))
  return countLists(contextOf(person, merchantFor(request, person)))
}

const text = z.optional(
  z.string().check(z.maxLength(500, 'Use 500 characters or fewer'), z.regex(/^[^\0]*$/, 'Use visible characters')),
)
const fields = ['span', ...listFilterFields] as const
/** A filter as it is asked for: each field that some list has. */
export const filterGiven = z.strictObject(
  Object.fromEntries(fields.map((field) => [field, text])) as Record<(typeof fields)[number], typeof text>,
)
const piece = z.strictObject({
  ...filterGiven.shape,
  ...countedGiven,
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'Use a number from 1 to 200'))),
  after: z.optional(z.string().check(z.maxLength(2_000))),
})

/** `GET /api/desk/lists/{list}?span=&provider=&currency=&amount=&country=&reason=&product=&status=&person=&opened=&refund=&at=&counted=&limit=&after=`: as it is, or with `at` and `counted` as a number counted it. */
export async function getList(request: Request, person: Person, params: OfList): Promise<ListPage> {
  const name = nameIn(params)
  const { limit = String(listPiece), after, at, counted, ...given } = checked(piece, searchIn(request))
  const context = contextOf(person, merchantFor(request, person))
  const position = { limit: Number(limit), after: after === undefined ? null : keysIn(name, after) }
  return readListAs(countedIn({ at, counted }), name, context, filterOf(name, given), position)
}

/** `GET /api/desk/lists/{list}/export`: the same filters as a file for spreadsheets, in the same order. */
export async function exportList(request: Request, person: Person, params: OfList): Promise<Response> {
  const name = nameIn(params)
  const given = filterOf(name, checked(filterGiven, searchIn(request)))
  const file = await listFile(name, { person, merchant: merchantFor(request, person) }, given)
  return new Response(file.text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.name}"`,
      'cache-control': 'no-store',
    },
  })
}

/** Throws `notFound`. */
export function nameIn({ list }: OfList): ListName {
  if (!isListName(list)) throw problem('notFound', 'There’s no such list. Choose one of those on the page Lists.')
  return list
}

const titles: Partial<Record<string, string>> = {
  span: 'Use one of the list’s own choices',
  amount: 'Use an amount and its currency, such as 100 EUR, where the list has amounts',
}

/** Throws `invalid` for a filter that the list doesn't have: it would be silently wider than what was asked for. */
function filterOf(name: ListName, given: Partial<Record<string, string | undefined>>): ListFilter {
  const asked = listFilterIn(given)
  const unknown = unknownIn(name, asked)
  if (unknown.length > 0)
    throw invalid(
      unknown.map((field) => ({
        field,
        title: titles[field] ?? 'This list has no such filter',
      })),
    )
  return asked
}

/** What a cursor says of the row that it stands behind. */
function keysIn(name: ListName, cursor: string): string[] {
  const key = z.string().check(z.regex(/^[^\0]*$/)) // PostgreSQL has no texts with it
  const keys = parsed(z.array(key), Buffer.from(cursor, 'base64url').toString())
  if (keys?.length !== sources[name].keys.length)
    throw invalid([{ field: 'after', title: 'Unknown cursor. Use one from an earlier answer.' }])
  return keys
}
