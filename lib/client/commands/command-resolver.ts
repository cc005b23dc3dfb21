import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { bodyOf, type CommandField, type CommandValues, type Verb, type VerbContext } from '@/lib/verbs'

/** A rule beside the schema's: what is wrong with a field, by its name. */
export type CommandRule = (values: CommandValues) => Partial<Record<CommandField, string>>

export type CommandBody = Record<string, unknown>

/** Validates a form by the body it makes: the operation's own schema says what is wrong, and the form's values become that body. */
export function commandResolver(
  verb: Verb,
  context: VerbContext,
  rule: CommandRule,
): Resolver<CommandValues, unknown, CommandBody> {
  // The fields of the form are fields of the body, which the types of a schema picked at run time cannot show.
  const ofBody = zodResolver(verb.operation.body as never) as unknown as Resolver<CommandValues, unknown, CommandBody>
  return async (values, extra, options) => {
    const found = await ofBody(bodyOf(verb, values, context) as CommandValues, extra, options)
    const own = Object.entries(rule(values)).map(([field, message]) => [field, { type: 'rule', message }])
    return own.length === 0 ? found : { values: {}, errors: { ...found.errors, ...Object.fromEntries(own) } }
  }
}
