import 'server-only'
import * as z from 'zod/mini'
import { currency, day, line } from '@/lib/operations/schemas/scalars'
import { invalid } from '@/lib/problem'
import type { SearchAnswer } from '@/lib/search-reading'
import { cluesIn, readings } from '@/lib/statement-clues'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { findCharges } from '../directory/find-charges'
import { hitOfCharge, named } from '../directory/hits'
import { knownHere } from '../directory/known-here'
import { noteSearch } from '../directory/note-search'

const body = z.strictObject({
  line: z.optional(z.string().check(z.maxLength(10_000, 'At most 10 000 characters'))),
  descriptor: z.optional(line(200)),
  amount: z.optional(z.string().check(z.trim(), z.regex(/^\d[\d .,’']{0,30}$/, 'Give an amount such as 162.00'))),
  currency: z.optional(currency),
  date: z.optional(day),
  lastFour: z.optional(z.string().check(z.trim(), z.regex(/^\d{4}$/, 'Give four digits'))),
  name: z.optional(line(200)),
})

const longestLine = 500

/** `POST /api/desk/statement`: what charge is this? A statement's line, or any of what it tells; the answer ranks charges with reasons. */
export async function statement(request: Request, person: Person): Promise<SearchAnswer> {
  const given = checked(body, await readJson(request))
  const merchant = merchantFor(request, person)
  const read = cluesIn((given.line ?? '').slice(0, longestLine))
  const typed = given.amount === undefined ? [] : readings(given.amount)
  const clues = {
    amounts: [...typed.map((amount) => ({ amount, currency: given.currency ?? null })), ...read.amounts],
    days: [...(given.date === undefined ? [] : [given.date]), ...read.days],
    lastFours: [...(given.lastFour === undefined ? [] : [given.lastFour]), ...read.lastFours],
    words: [read.words, given.descriptor ?? ''].filter(Boolean).join(' '),
  }
  const says = [clues.amounts, clues.lastFours].some((each) => each.length > 0) || clues.words !== '' || given.name
  if (!says)
    throw invalid([
      { field: 'line', title: 'Give the line, or one of descriptor, amount, last four and name; a date alone says too little' },
    ])
  await noteSearch(person, merchant.code, 'statement', Object.values(given).join(' '))
  const store = await database()
  const found = await findCharges(store, merchant.code, clues, given.name)
  const say = `No charge that passed here fits. ${await knownHere(store, merchant)} Leave out what you are least sure of.`
  const hits = await named(store, merchant.code, found.map(hitOfCharge))
  return { readAs: 'statement', hits, say: hits.length > 0 ? null : say }
}
