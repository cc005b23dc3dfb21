import 'server-only'
import * as z from 'zod/mini'
import { type VerbName, verbLabels } from '@/lib/commands/verb-words'
import { holdsUnseen } from '@/lib/core/unseen'
import { uuid, whole } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { requireUnshared } from '@/lib/people/server/screen-share'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import { maxNoteCharacters, type Notes, type NoteVersion } from '../note'
import type { Presence } from '../presence'
import { mentionSeen } from './mentions'
import { notesOn, rewriteNote, versionsOf, writeNote } from './notes'
import { endedOn, gone, here } from './presence'
import { requireDay } from './promises'

// Line breaks and tabs belong to a note; nothing else does that nobody sees.
const text = z.string('Enter a note').check(
  z.trim(),
  z.minLength(1, 'Enter a note'),
  z.refine((value) => [...value].length <= maxNoteCharacters, 'Use 2,000 characters or fewer'),
  z.refine((value) => !holdsUnseen(value.replace(/[\r\t]/g, '')), 'Remove control characters'),
)
const written = z.strictObject({
  text,
  ticket: z.optional(z.nullable(keptLine(64))),
  due: z.optional(z.nullable(z.iso.date('Use YYYY-MM-DD for the day'))),
  forShift: z.optional(z.boolean('Send true or false')),
})
const rewritten = z.strictObject({ text, version: whole(1, 1_000_000) })

type OfBuyer = { buyerId: string }
type OfNote = { noteId: string }

/** `GET /api/desk/buyers/{buyerId}/notes`: newest first, and who may be named in one. */
export const readNotes = async (request: Request, person: Person, params: OfBuyer): Promise<Notes> =>
  notesOn(person, merchantFor(request, person).code, idIn(params.buyerId))

/** `POST /api/desk/buyers/{buyerId}/notes`, `due` where it promises something for a day, `forShift` for the next shift. Answers with all of them. */
export async function addNote(request: Request, person: Person, params: OfBuyer): Promise<Notes | Response> {
  const buyerId = idIn(params.buyerId)
  const account = merchantFor(request, person)
  const merchant = account.code
  const { text: given, ticket, due = null, forShift = false } = checked(written, await readJson(request))
  if (due !== null) requireDay(account, due)
  // With neither it's what an earlier version was asked for, and answers a repeat.
  const note = { buyerId, text: given, ticket: ticket || null, ...(due !== null && { due }), ...(forShift && { forShift }) }
  return answerOnce(
    askedIn(request, person, { what: 'addNote', merchant, content: note }),
    (claim) => writeNote(person, { merchant, ...note }, claim),
    () => notesOn(person, merchant, buyerId),
  )
}

/** `PUT /api/desk/notes/{noteId}`: another text for a note of one's own. `version` is the one that was shown. */
export async function changeNote(request: Request, person: Person, params: OfNote): Promise<{ changed: true } | Response> {
  requireUnshared(request, 'notes can’t be edited')
  const noteId = idIn(params.noteId)
  const given = checked(rewritten, await readJson(request))
  return answerOnce(
    askedIn(request, person, { what: 'changeNote', content: { noteId, given } }),
    (claim) => rewriteNote(person, noteId, given, claim),
    () => ({ changed: true as const }),
  )
}

/** `GET /api/desk/notes/{noteId}`: every text it had, newest first. */
export const readNote = async (_: Request, person: Person, params: OfNote): Promise<{ versions: NoteVersion[] }> => ({
  versions: await versionsOf(person, idIn(params.noteId)),
})

/** `DELETE /api/desk/mentions/{noteId}`: the person has seen that the note names them. */
export async function putMentionAway(_: Request, person: Person, params: OfNote): Promise<{ seen: true }> {
  await mentionSeen(person, idIn(params.noteId))
  return { seen: true }
}

const verbs = Object.keys(verbLabels) as [VerbName, ...VerbName[]]
const presenceBody = z.strictObject({
  tab: uuid,
  verb: z.nullable(z.enum(verbs, 'Unknown action')),
  leaving: z.optional(z.boolean()),
})

/** `POST /api/desk/buyers/{buyerId}/presence`: says that a page has the buyer open, and which dialog; answers who else has, and whether an action on it has ended since. `leaving` takes it back. */
export async function presence(request: Request, person: Person, params: { buyerId: string }): Promise<Presence> {
  const place = { merchant: merchantFor(request, person).code, buyerId: idIn(params.buyerId) }
  const { tab, verb, leaving } = checked(presenceBody, await readJson(request))
  if (leaving === true) await gone(person, { ...place, tab })
  const others = leaving === true ? [] : await here(person, { ...place, tab }, verb)
  return { others, ended: await endedOn(place) }
}
