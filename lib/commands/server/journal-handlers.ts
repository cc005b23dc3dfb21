import 'server-only'
import * as z from 'zod/mini'
import { countOf } from '@/lib/core/count-of'
import { countedIn, maxNewer } from '@/lib/core/counted'
import { csv } from '@/lib/core/csv'
import { formatRange } from '@/lib/core/dates'
import type { Verdict } from '@/lib/core/verdict'
import { database } from '@/lib/database/open'
import { dataFolder } from '@/lib/journal/checkpoints'
import { verify as verifyChain } from '@/lib/journal/verify'
import { countedGiven, countedKeys } from '@/lib/knowledge/server/counted-rows'
import { uuid } from '@/lib/operations/schemas/scalars'
import { describeCommand, wordsNamed } from '@/lib/operations/words'
import { requireRight } from '@/lib/people/server/person'
import { recordExport } from '@/lib/people/server/record-export'
import type { Person } from '@/lib/people/server/sessions'
import { checked, searchIn, searchText } from '@/lib/platform/request'
import type { Action } from '../action'
import { describeChange } from '../change-words'
import { actionOutcomes, type JournalPiece } from '../journal-filter'
import type { RecordPiece } from '../journal-record'
import { ownerChoices } from '../owner'
import { type ActionFilter, actionsPiece, cursorAfter, listActions } from './actions'
import { listRecords, recordsPiece } from './records'

const buyerId = z.optional(uuid)
const day = z.optional(z.iso.date('Use YYYY-MM-DD for the day'))
const filter = z.strictObject({
  person: searchText,
  buyerId,
  merchant: searchText,
  operation: z.optional(z.string().check(z.refine((name) => wordsNamed(name) !== null, 'Choose a command'))),
  outcome: z.optional(z.enum(actionOutcomes, `Use ${actionOutcomes.join(', ')}`)),
  reason: searchText,
  owner: z.optional(z.enum(ownerChoices, `Use ${ownerChoices.join(' or ')}`)),
  ticket: searchText,
  from: day,
  to: day,
})
const paged = z.strictObject({
  ...filter.shape,
  ...countedGiven,
  before: z.optional(
    z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z [0-9a-f-]{36}$/, 'Use `next` of an earlier answer')),
  ),
})

/** A piece of the journal through a filter as it stands in an address. Throws `invalid`. */
export async function journalPiece(person: Person, given: unknown): Promise<JournalPiece> {
  const { at, counted, ...filter } = checked(paged, given)
  const opened = countedIn({ at, counted })
  const keys = opened && (await countedKeys(opened.counted))
  const actions = await listActions(person, keys ? { before: filter.before, only: keys } : filter)
  const last = actions.length === actionsPiece ? actions.at(-1) : undefined
  const piece: JournalPiece = { actions, next: last ? cursorAfter(last) : null }
  return opened ? { ...piece, counted: await sinceCounted(person, filter, opened.at, keys) } : piece
}

/** What came after a number was counted. Pieces after the first have all of it in the first. */
async function sinceCounted(person: Person, filter: ActionFilter, at: string, keys: readonly string[] | null) {
  if (keys === null) return { at, isKept: false, newer: [], isMore: false }
  const later = filter.before ? [] : await listActions(person, { ...filter, without: keys }, maxNewer + 1)
  return { at, isKept: true, newer: later.slice(0, maxNewer), isMore: later.length > maxNewer }
}

/** `GET /api/desk/journal?person=&buyerId=&operation=&outcome=&reason=&owner=&ticket=&from=&to=&at=&counted=&before=`: newest first, a piece at a time. */
export const journal = (request: Request, person: Person): Promise<JournalPiece> => journalPiece(person, searchIn(request))

const maxExported = 10_000
const columns = [
  'at (UTC)',
  'person',
  'action',
  'merchant account',
  'buyer',
  'ticket',
  'outcome',
  'settled as',
  'sent',
  'code',
  'trace',
  'action id',
  'buyer e-mail or name',
  'change',
]

/** `GET /api/desk/journal/export`: the same filters as a file for spreadsheets. Its name has the days, its first line says what it holds. */
export async function exportJournal(request: Request, person: Person): Promise<Response> {
  const requested = checked(filter, searchIn(request))
  const found = await listActions(person, requested, maxExported + 1)
  const actions = found.slice(0, maxExported)
  await recordExport({
    person,
    merchant: requested.merchant ?? '',
    operation: 'exportJournal',
    buyerId: requested.buyerId ?? null,
    ticket: null,
    detail: { filter: requested, rows: actions.length },
  })
  const rows = actions.map((each) => [
    ...[each.at, each.person, each.words, each.merchant, each.buyerId ?? '', each.ticket ?? '', each.state, each.settledAs ?? ''],
    ...[JSON.stringify(each.request.body ?? null), each.answer?.code ?? '', each.answer?.traceId ?? '', each.actionId],
    ...[each.buyer ?? '', describeChange(each) ?? ''],
  ])
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${exportName(requested, actions)}"`,
    'cache-control': 'no-store',
  }
  return new Response(csv([[exportContents(requested, actions, found.length > maxExported)], columns, ...rows]), { headers })
}

/** `northwind_2026-11-22_2026-11-23_journal.csv`; without days in the filter, those of the oldest and the newest action in it. */
function exportName({ merchant, from, to }: ActionFilter, actions: readonly Action[]): string {
  const days = [from ?? actions.at(-1)?.at.slice(0, 10), to ?? actions[0]?.at.slice(0, 10)]
  const account = (merchant ?? '').replace(/[^\w-]/g, '')
  return `${[account, ...days, 'journal'].filter(Boolean).join('_')}.csv`
}

/** What the file holds, in its first line: the actions, their days, whose they are and what was left out. */
function exportContents(given: Omit<ActionFilter, 'before'>, actions: readonly Action[], isCut: boolean): string {
  const { from, to, operation, buyerId, ...others } = given
  const days = formatRange(from ?? null, to ?? null)
  const said = {
    ...others,
    action: operation && describeCommand(operation),
    buyer: buyerId && (actions[0]?.buyer ?? `…${buyerId.slice(-4)}`),
  }
  const chosen = Object.entries(said).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
  const leftOut = isCut ? `newest ${maxExported} only` : 'nothing left out'
  const parts = [`Journal, ${countOf(actions.length, 'action')}`, days && `${days} (UTC)`, ...chosen, leftOut]
  return `${parts.filter(Boolean).join(', ')}. Other entries aren’t in this file. Personal values are masked.`
}

/** `GET /api/desk/journal/verify`: walks the chain. */
export async function verifyJournal(_: Request, person: Person): Promise<Verdict> {
  requireRight(person, 'wholeJournal')
  return verifyChain(await database(), dataFolder())
}

const recordFilter = z.strictObject({
  kind: searchText,
  person: searchText,
  buyerId,
  from: day,
  to: day,
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Enter an entry number'))),
})

/** A piece of what the journal holds beside commands, through a filter as it stands in an address. Throws `invalid`. */
export async function recordPiece(person: Person, given: unknown): Promise<RecordPiece> {
  const { before, ...rest } = checked(recordFilter, given)
  const records = await listRecords(person, { ...rest, before: before === undefined ? undefined : Number(before) })
  const last = records.length === recordsPiece ? records.at(-1) : undefined
  return { records, next: last ? String(last.seq) : null }
}

/** `GET /api/desk/journal/records?kind=&person=&buyerId=&from=&to=&before=`: newest first, a piece at a time. */
export const journalRecords = (request: Request, person: Person): Promise<RecordPiece> => recordPiece(person, searchIn(request))
