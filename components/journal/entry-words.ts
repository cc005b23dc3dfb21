import type { Action } from '@/lib/action'
import { targetWords } from '@/lib/target-words'

/** An entry in a line, for the head of a dialog: `Disable token, token 1177420, by Ines Dahl`. */
export function entryWords({ words, target, person, mine }: Action): string {
  return [words, targetWords(target), `by ${mine ? 'you' : person}`].filter((part) => part !== '').join(', ')
}
