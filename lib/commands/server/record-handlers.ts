import 'server-only'
import * as z from 'zod/mini'
import type { Person } from '@/lib/people/server/sessions'
import { checked, searchIn } from '@/lib/platform/request'
import type { RecordPiece } from '../journal-record'
import { listRecords, recordsPiece } from './records'

const text = z.optional(z.string().check(z.maxLength(200, 'Use 200 characters or fewer')))
const day = z.optional(z.iso.date('Use YYYY-MM-DD for the day'))
const requested = z.strictObject({
  kind: text,
  person: text,
  buyerId: text,
  from: day,
  to: day,
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Enter an entry number'))),
})

/** A piece of what the journal holds beside commands, through a filter as it stands in an address. Throws `invalid`. */
export async function recordPiece(person: Person, given: unknown): Promise<RecordPiece> {
  const { before, ...rest } = checked(requested, given)
  const records = await listRecords(person, { ...rest, before: before === undefined ? undefined : Number(before) })
  const last = records.length === recordsPiece ? records.at(-1) : undefined
  return { records, next: last ? String(last.seq) : null }
}

/** `GET /api/desk/journal/records?kind=&person=&buyerId=&from=&to=&before=`: newest first, a piece at a time. */
export const journalRecords = (request: Request, person: Person): Promise<RecordPiece> => recordPiece(person, searchIn(request))
