import { commands } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { allWords } from '@/lib/operations/words'

/** A verb that a machine may propose: its words on the button, and its operation. A refund is asked for at the refund desk, and has none. */
export type ProposableVerb = { name: string; words: string; operation: Operation<'command'> | null }

const declared: Readonly<Record<string, Operation<'command'>>> = commands

/**
 * What a machine may propose. Of the commands it's what changes a thing that is there and charges nobody; whatever isn't here it can't:
 * renewing, new buyers, incidents, decisions and settings.
 */
const ofThings: readonly ProposableVerb[] = allWords.flatMap(([operation, { verbs }]) =>
  Object.entries(verbs).flatMap(([name, { words, of, danger }]) =>
    of === null || danger ? [] : [{ name, words, operation: declared[operation] ?? null }],
  ),
)
const ofOrders: readonly ProposableVerb[] = Object.values(declared)
  .filter(({ target }) => target === 'order')
  .map((operation) => ({ name: 'createPaymentLink', words: 'Create payment link', operation }))

export const refundVerb = 'requestRefund'

export const proposable: readonly ProposableVerb[] = [
  ...ofThings,
  ...ofOrders,
  { name: refundVerb, words: 'Request a refund', operation: null },
]

/** The name under which a proposal of a verb is kept: that of its operation. */
export const keptAs = ({ name, operation }: ProposableVerb): string => operation?.name ?? name

export function verbNamed(name: string): ProposableVerb {
  const verb = proposable.find((each) => each.name === name)
  if (!verb) throw new Error(`No machine proposes ${name}`)
  return verb
}
