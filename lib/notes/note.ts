/** A note on a buyer as it is read: its newest text, e-mail addresses in it masked. Times are ISO in UTC. */
export type Note = {
  id: string
  text: string
  /** 1 for a note nobody has changed. */
  version: number
  person: string
  mine: boolean
  ticket: string | null
  at: string
  writtenAt: string
  /** Names of the colleagues it names. */
  mentions: string[]
  promise: NotePromise | null
  /** It goes on the next hand-over sheet. */
  forShift: boolean
}

/** What a note promises for a day at the service, and whether it was done. */
export type NotePromise = { id: string; dueOn: string; doneAt: string | null; doneBy: string | null }

/** One that is due today, or was before. */
export type DuePromise = { id: string; merchant: string; buyerId: string; dueOn: string; isOver: boolean; at: string }

export const maxDaysAhead = 366

export type Notes = { notes: Note[]; colleagues: string[] }

/** A text that a note had, for its history. */
export type NoteVersion = { version: number; text: string; at: string }

/** A note that names somebody who has not yet said that they have seen it. */
export type Mention = { noteId: string; merchant: string; buyerId: string; person: string; text: string; at: string }

export const maxNoteCharacters = 2_000
