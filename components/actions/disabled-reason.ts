import type { VerbForm } from '@/lib/commands/client/use-verb-form'

/** Why a command cannot go yet, apart from what is wrong with its fields; undefined where it can. */
export function disabledReason({ verb, preview, isHeld, addressError }: VerbForm, typedWord: string): string | undefined {
  if (addressError !== undefined) return 'Enter the buyer’s IP address first'
  if (verb.danger && typedWord.trim() !== verb.danger.type) return `Type ${verb.danger.type} first`
  if (preview.shown?.passkey === 'missing' && preview.shown.approval === null) return 'Add a passkey in Your account first'
  if (!isHeld) return undefined
  const { running, done } = preview.shown?.unsettled ?? {}
  if (running) return 'Another action here is still in progress'
  return done ? 'Confirm above that you want to do it once more' : 'Acknowledge the unconfirmed action above'
}
