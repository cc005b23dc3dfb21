import { commands } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { allWords } from '@/lib/operations/words'

/** A verb that a machine may propose: its words on the button, and its operation. A refund is asked for at the refund desk, and has none. */
export type ProposableVerb = {
  name: string
  words: string
  operation: Operation<'command'> | null
  /** Of a switch, which way it is turned. */
  to: boolean | null
}

const declared: Readonly<Record<string, Operation<'command'>>> = commands

/**
 * What a machine may propose. Of the commands it's what changes a thing that is there and charges nobody; whatever isn't here it can't:
 * renewing, new buyers, incidents, decisions and settings.
 */
const ofThings: readonly ProposableVerb[] = allWords.flatMap(([operation, { verbs }]) =>
  Object.entries(verbs).flatMap(([name, { words, of, danger, to = null }]) =>
    of === null || danger ? [] : [{ name, words, to, operation: declared[operation] ?? null }],
  ),
)
const ofOrders: readonly ProposableVerb[] = Object.values(declared)
  .filter(({ target }) => target === 'order')
  .map((operation) => ({ name: 'createPaymentLink', words: 'Create payment link', operation, to: null }))

export const proposable: readonly ProposableVerb[] = [
  ...ofThings,
  ...ofOrders,
  { name: 'requestRefund', words: 'Request a refund', operation: null, to: null },
]

export function verbNamed(name: string): ProposableVerb {
  const verb = proposable.find((each) => each.name === name)
  if (!verb) throw new Error(`No machine proposes ${name}`)
  return verb
}
