import 'server-only'
import * as z from 'zod/mini'
import { mostNoteCharacters, type Notes, type NoteVersion } from '@/lib/note'
import { line, whole } from '@/lib/operations/schemas/scalars'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { requireUnshared } from '../screen-share/require-unshared'
import { mentionSeen, notesOn, rewriteNote, versionsOf, writeNote } from '../together/notes'
import { idIn } from './id-in'

// Line breaks and tabs belong to a text; every other control character, and what turns the direction of writing around, does not.
const text = z.string('Write a note').check(
  z.trim(),
  z.minLength(1, 'Write a note'),
  z.refine((value) => [...value].length <= mostNoteCharacters, 'At most 2 000 characters'),
  z.refine(
    (value) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value.replace(/[\n\r\t]/g, '')),
    'Leave out control characters',
  ),
)
const written = z.strictObject({ text, ticket: z.optional(z.nullable(line(64))) })
const rewritten = z.strictObject({ text, version: whole(1, 1_000_000) })

type OfBuyer = { buyerId: string }
type OfNote = { noteId: string }

/** `GET /api/desk/buyers/{buyerId}/notes`: newest first, and who may be named in one. */
export const readNotes = async (request: Request, person: Person, params: OfBuyer): Promise<Notes> =>
  notesOn(person, merchantFor(request, person).code, idIn(params.buyerId))

/** `POST /api/desk/buyers/{buyerId}/notes`. Answers with all of them. */
export async function addNote(request: Request, person: Person, params: OfBuyer): Promise<Notes> {
  const buyerId = idIn(params.buyerId)
  const merchant = merchantFor(request, person).code
  const { text: given, ticket } = checked(written, await readJson(request))
  await writeNote(person, { merchant, buyerId, text: given, ticket: ticket || null })
  return notesOn(person, merchant, buyerId)
}

/** `PUT /api/desk/notes/{noteId}`: another text for a note of one's own. `version` is the one that was shown. */
export async function changeNote(request: Request, person: Person, params: OfNote): Promise<{ changed: true }> {
  requireUnshared(request, 'a note, which is shown masked now, keeps its text')
  await rewriteNote(person, idIn(params.noteId), checked(rewritten, await readJson(request)))
  return { changed: true }
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
