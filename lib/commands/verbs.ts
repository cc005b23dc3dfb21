import { type CommandName, commands } from '@/lib/operations'
import type { VerbContext, VerbWords } from '@/lib/operations/declare/command-words'
import type { Operation } from '@/lib/operations/declare/operation'
import { type AnyWords, allWords, type CommandField, type VerbName } from '@/lib/operations/words'

export type { CommandField, VerbContext }

/** What a person types for a command. Fields that a verb does not have stay empty. */
export type CommandValues = Partial<Record<CommandField, string>>

export type Verb = VerbWords<Record<CommandField, unknown>> & { name: VerbName; operation: Operation<'command'> }

const verbs: readonly Verb[] = allWords.flatMap(([operation, words]) => verbsOf(commands[operation as CommandName], words))

function verbsOf(operation: Operation, { verbs: named }: AnyWords): Verb[] {
  return Object.entries(named).map(([name, verb]) => ({ ...verb, name, operation }) as Verb)
}

export function verbNamed(name: VerbName): Verb {
  const verb = verbs.find((each) => each.name === name)
  if (!verb) throw new Error(`No verb ${name}`)
  return verb
}

/** The verb of a command that people do in one way. Throws where it has none. */
export function verbOf({ name }: Operation<'command'>): Verb {
  const verb = verbs.find(({ operation }) => operation.name === name)
  if (!verb) throw new Error(`No verb of ${name}`)
  return verb
}

/** The body of a command as its schema wants it: what is left empty is left out. */
export function bodyOf(verb: Verb, values: CommandValues, context: VerbContext): Record<string, unknown> {
  const typed = verb.fields.flatMap((field) => {
    const text = values[field]?.trim() ?? ''
    return text === '' && verb.optional.includes(field) ? [] : [[field, text]]
  })
  return { ...Object.fromEntries(typed), ...verb.given(context) }
}

/**
 * The body to preview. What a person says about the command changes nothing of what it does, so a preview neither waits for a reason
 * nor is asked for anew with every letter of one.
 */
export function previewedBody(verb: Verb, values: CommandValues, context: VerbContext): Record<string, unknown> {
  return bodyOf(verb, { ...values, reason: 'Not said yet', comment: '' }, context)
}
