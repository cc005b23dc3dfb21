import { commandWords } from './command-words'

/** What kinds of entries there are beside commands, in the words people choose them by. An unknown kind is shown as it is written. */
export const recordKinds: Record<string, string> = {
  searched: 'Searched by personal data',
  exported: 'Took a file out',
  revealed: 'Revealed',
  alert: 'Came to a limit',
  imported: 'Took a list in',
  typed: 'Typed a fact',
  note: 'Wrote a note',
  refund: 'Refund',
  guide: 'Guided steps',
  settled: 'Settled by hand',
  'approval-asked': 'Asked for approval',
  approved: 'Approved',
  declined: 'Declined',
  voided: 'Took a request back',
  setting: 'Changed a setting',
  'retention-set': 'Set how long is kept',
  erased: 'Erased a buyer here',
  'sign-in-refused': 'Sign-in through the company refused',
  person: 'Changed a person’s account',
  forbidden: 'Asked for what the role may not',
}

/** A kind in words: `Took a file out`. */
export function kindWords(kind: string): string {
  const words = recordKinds[kind] ?? kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const files: Record<string, string> = {
  exportCharges: 'charge history',
  makeEvidence: 'evidence pack',
  exportJournal: 'journal',
  rejectedRows: 'rejected rows',
}

/** An entry in a line: its kind, and what it was about. */
export const recordWords = (kind: string, operation: string | null): string =>
  operation === null ? kindWords(kind) : `${kindWords(kind)}: ${files[operation] ?? commandWords(operation)}`
