import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { plainField } from '@/lib/core/problem-words'
import { bodyOf, type CommandField, type CommandValues, previewedBody, type Verb, type VerbContext } from '../verbs'
import { type CommandBody, type CommandFormOptions, useCommandForm } from './use-command-form'

/** A rule beside the schema's: what is wrong with a field, by its name. */
export type CommandRule = (values: CommandValues) => Partial<Record<CommandField, string>>

type VerbFormOptions = Pick<
  CommandFormOptions<CommandValues>,
  'merchant' | 'params' | 'draftKey' | 'defaults' | 'ticket' | 'onAnswered' | 'quoteOf'
> & { verb: Verb; context: VerbContext; rule: CommandRule }

/** The form of a verb: a line of text for each of its fields, which are fields of the body. */
export function useVerbForm({ verb, context, rule, ...given }: VerbFormOptions) {
  const { operation, fields, danger } = verb
  const command = useCommandForm<CommandValues>({
    ...given,
    operation,
    resolver: verbResolver(verb, context, rule),
    previewedBody: (values) => {
      const body = previewedBody(verb, values, context)
      return operation.body.safeParse(body).success && Object.keys(rule(values)).length === 0 ? body : null
    },
    placeError: (field) => fields.find((name) => name === plainField(field)) ?? null,
    // A taken e-mail is told by the status alone (service-interface, Change buyer data).
    unnamedErrors: ({ kind, problem }) =>
      kind === 'refused' && problem.status === 409 && problem.fields.length === 0
        ? [{ field: 'email', title: 'Another buyer on this merchant account has this e-mail address' }]
        : [],
    confirmsRenewal: danger !== null,
    looksAtEachPress: false,
  })
  return { verb, ...command }
}

export type VerbForm = ReturnType<typeof useVerbForm>

/** Validates a form by the body it makes: the operation's own schema says what is wrong, and the form's values become that body. */
function verbResolver(verb: Verb, context: VerbContext, rule: CommandRule): Resolver<CommandValues, unknown, CommandBody> {
  // The fields of the form are fields of the body, which the types of a schema picked at run time cannot show.
  const ofBody = zodResolver(verb.operation.body as never) as unknown as Resolver<CommandValues, unknown, CommandBody>
  return async (values, extra, options) => {
    const found = await ofBody(bodyOf(verb, values, context) as CommandValues, extra, options)
    const own = Object.entries(rule(values)).map(([field, message]) => [field, { type: 'rule', message }])
    return own.length === 0 ? found : { values: {}, errors: { ...found.errors, ...Object.fromEntries(own) } }
  }
}
