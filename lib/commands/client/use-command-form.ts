import { useEffect } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import { ticketError, useTicket } from '@/lib/client/use-ticket'
import { fromOwnJson } from '@/lib/core/json'
import type { Preview } from '../preview'
import type { Answered, CommandFailure } from './command-outcome'
import type { CommandRequest } from './send'
import { type Intent, useIntent } from './use-intent'
import { type LookOptions, useLook, useLookAgain } from './use-look'
import { useSending } from './use-sending'

export type CommandBody = Record<string, unknown>

/** What a form of a command is made of. What the person types, the values, and the body it makes may look quite different. */
export type CommandFormOptions<V extends FieldValues> = LookOptions<V> & {
  /** Names this form on this thing, for what is typed into it. */
  draftKey: string
  defaults: V
  ticket: string | null
  onAnswered: (answered: Answered) => void
  resolver: Resolver<V, unknown, CommandBody>
  /** Headers that the operation declares. */
  headersOf?: (values: V) => Record<string, string>
  /** The field of the form that the service means by a name, where the form shows it. */
  placeError: (field: string, values: V) => FieldPath<V> | null
  /** What a refusal says of a field without naming it. */
  unnamedErrors: (failure: CommandFailure, values: V) => { field: string; title: string }[]
  /** Whether a press confirms that the buyer is charged. */
  confirmsRenewal: boolean
}

/**
 * A command's form over its declared body: what is typed is kept, previewed and sent under one action id. The body's schema validates
 * it, and the service's field errors return to their fields.
 */
export function useCommandForm<V extends FieldValues>(options: CommandFormOptions<V>) {
  const intent = useIntent<V>(options.draftKey)
  const [form, values] = useKeptForm(options, intent)
  const [ticket, setTicket] = useTicket(options.ticket)
  const { lookingSince, beforeSending, typedAddress, ...look } = useLook(options, values, intent.tried)
  const { wasSent } = intent
  const lookAgain = useLookAgain(options.merchant, wasSent)
  const { state, once, send, askApproval, forget } = useSending({ intent, onAnswered: options.onAnswered })

  async function submit(body: CommandBody): Promise<void> {
    if (ticketError(ticket) !== null) return
    const shown = await beforeSending(form.getValues())
    if (shown === 'look-first') return forget()
    const { requested, besides } = pressed(options, { values, body, ticket, typedAddress, shown })
    intent.keep(values) // from here on a reload must come back to this same action
    if (shown?.approval) return askApproval(requested, besides)
    const failure = await send(requested, besides)
    if (failure) placeErrors(form, options, failure, values)
  }

  return {
    form,
    values,
    ...look,
    state,
    ticket,
    setTicket,
    keeping: intent.keeping,
    /** Whether the service means a field of this form, which is marked; what it says of any other is told with its refusal. */
    isOwn: (field: string) => options.placeError(field, values) !== null,
    /** When the verb was pressed, in milliseconds; null while it waits for that. */
    pressedAt: state.phase === 'sending' ? state.since : lookingSince,
    failure: state.phase === 'form' ? state.failure : null,
    /** Whether what was typed the last time is still being looked for. */
    isReading: intent.draft === undefined,
    /** Whether what was typed the last time is back. */
    isRestored: intent.draft != null && !intent.isNew && (wasSent || intent.tried() === null),
    /** Whether that was sent, and its answer never came here. */
    wasSent,
    send: () => once(form.handleSubmit(submit)),
    startAfresh() {
      intent.drop()
      intent.renew()
      form.reset(options.defaults)
      lookAgain()
    },
  }
}

type Pressed<V> = { values: V; body: CommandBody; ticket: string; typedAddress: string | null; shown: Preview | undefined }

/** What a press asks for, and the action that did the same before, where the person wants another one. */
function pressed<V extends FieldValues>(
  { operation, merchant, params, confirmsRenewal, quoteOf, headersOf }: CommandFormOptions<V>,
  { values, body, ticket, typedAddress, shown }: Pressed<V>,
): { requested: CommandRequest; besides: string | null } {
  const { actionId = null, done = false } = shown?.unsettled ?? {}
  const requested: CommandRequest = {
    operation,
    merchant,
    params,
    body,
    ticket: ticket.trim() || null,
    shownVersion: shown?.version ?? null,
    acknowledges: done ? null : actionId,
    renewalConfirmed: confirmsRenewal,
    buyerAddress: typedAddress,
    quote: quoteOf?.(values) ?? null,
    headers: headersOf?.(values) ?? {},
  }
  return { requested, besides: done ? actionId : null }
}

export type CommandForm<V extends FieldValues> = ReturnType<typeof useCommandForm<V>>

type Form<V extends FieldValues> = UseFormReturn<V, unknown, CommandBody>

/** A form that begins with what was typed the last time, and keeps what is typed from the first letter on. */
function useKeptForm<V extends FieldValues>(
  { defaults, resolver }: CommandFormOptions<V>,
  { draft, keep }: Pick<Intent<V>, 'draft' | 'keep'>,
): [Form<V>, V] {
  const form = useForm<V, unknown, CommandBody>({
    mode: 'onTouched',
    defaultValues: defaults as DefaultValues<V>,
    ...(draft && { values: { ...defaults, ...draft }, resetOptions: { keepDirtyValues: true } }),
    resolver,
  })
  const values = useWatch({ control: form.control }) as V
  const { isDirty } = form.formState
  const written = JSON.stringify(values)
  useEffect(() => {
    if (isDirty) keep(fromOwnJson<V>(written))
  }, [keep, isDirty, written])
  return [form, values]
}

function placeErrors<V extends FieldValues>(
  form: Form<V>,
  { placeError, unnamedErrors }: CommandFormOptions<V>,
  failure: CommandFailure,
  values: V,
): void {
  for (const { field, title } of [...failure.problem.fields, ...unnamedErrors(failure, values)]) {
    const name = placeError(field, values)
    if (name) form.setError(name, { message: title })
  }
}
