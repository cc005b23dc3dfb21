import 'server-only'
import * as z from 'zod/mini'
import type { RecordPiece } from '@/lib/journal-record'
import { checked, searchIn } from '../admission'
import type { Person } from '../auth/sessions'
import { listRecords, recordsPiece } from '../journal/records'

const text = z.optional(z.string().check(z.maxLength(200, 'At most 200 characters')))
const day = z.optional(z.iso.date('Give a day as YYYY-MM-DD'))
const wanted = z.strictObject({
  ...{ kind: text, person: text, buyerId: text, from: day, to: day },
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Give the number of an entry'))),
})

/** A piece of what the journal holds beside commands, through a filter as it stands in an address. Throws `invalid`. */
export async function recordPiece(person: Person, given: unknown): Promise<RecordPiece> {
  const { before, ...rest } = checked(wanted, given)
  const records = await listRecords(person, { ...rest, before: before === undefined ? undefined : Number(before) })
  const last = records.length === recordsPiece ? records.at(-1) : undefined
  return { records, next: last ? String(last.seq) : null }
}

/** `GET /api/desk/journal/records?kind=&person=&buyerId=&from=&to=&before=`: newest first, a piece at a time. */
export const journalRecords = (request: Request, person: Person): Promise<RecordPiece> => recordPiece(person, searchIn(request))
