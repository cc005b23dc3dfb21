import type { CommandForm } from '@/lib/client/commands/use-command-form'
import { dangerWord } from './danger-word'

/** Why a command cannot go yet, apart from what is wrong with its fields; undefined where it can. */
export function whyHeld({ verb, preview, isHeld, addressTrouble }: CommandForm, typedWord: string): string | undefined {
  if (addressTrouble !== undefined) return 'Give the buyer’s address first'
  if (verb.danger && typedWord.trim() !== dangerWord) return `Type ${dangerWord} first`
  if (!isHeld) return undefined
  return preview.shown?.unsettled?.running
    ? 'Another action on the same thing is under way'
    : 'Say above that you know of the unconfirmed action'
}
