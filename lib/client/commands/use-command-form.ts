import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Preview } from '@/lib/preview'
import type { ProblemField } from '@/lib/problem'
import { type CommandField, type CommandValues, previewedBody, type Verb, type VerbContext } from '@/lib/verbs'
import type { Answered, Trouble } from './command-outcome'
import { type CommandBody, type CommandRule, commandResolver } from './command-resolver'
import { previewQuery } from './preview-query'
import type { Wanted } from './send-command'
import { useFollowReads } from './use-follow-reads'
import { useIntent } from './use-intent'
import { usePreview } from './use-preview'
import { useSending } from './use-sending'
import { ticketTrouble, useTicket } from './use-ticket'

type Given = {
  verb: Verb
  merchant: string
  params: Record<string, string>
  context: VerbContext
  /** Names this form on this thing, for what is typed into it. */
  draftKey: string
  defaults: CommandValues
  ticket: string | null
  rule: CommandRule
  onAnswered: (answered: Answered) => void
}

/**
 * A command's form over its declared body: what is typed is kept, previewed and sent under one action id. The body schema validates
 * it, and the service's field errors return to their fields.
 */
export function useCommandForm({ verb, merchant, params, context, draftKey, defaults, rule, onAnswered, ...given }: Given) {
  const queryClient = useQueryClient()
  const intent = useIntent(draftKey)
  const [ticket, setTicket] = useTicket(given.ticket)
  const [buyerAddress, setBuyerAddress] = useState('')
  const [lookingSince, setLookingSince] = useState<number | null>(null)
  const [acknowledged, setAcknowledged] = useState<string | null>(null)
  const { state, once, send, askApproval } = useSending({ intent, onAnswered })
  const form = useForm<CommandValues, unknown, CommandBody>({
    mode: 'onTouched',
    defaultValues: defaults,
    ...(intent.draft && { values: { ...defaults, ...intent.draft }, resetOptions: { keepDirtyValues: true } }),
    resolver: commandResolver(verb, context, rule),
  })
  const values = useWatch({ control: form.control })
  useKept(values, form.formState.isDirty, intent.keep)

  const typedAddress = buyerAddress.trim() || null
  const asked = {
    ...{ merchant, operation: verb.operation.name, params, body: previewedBody(verb, values, context) },
    buyerAddress: typedAddress,
  }
  const isSound = verb.operation.body.safeParse(asked.body).success && Object.keys(rule(values)).length === 0
  useFollowReads(merchant, params.buyerId)
  const preview = usePreview(isSound ? asked : null)
  const addressTrouble = preview.error?.problem.fields.find(({ field }) => field === 'x-buyer-ip')?.title
  // Once asked for it stays, though the preview that comes with a typed one asks no more.
  const wantsAddress = addressTrouble !== undefined || typedAddress !== null || preview.shown?.buyerAddress.source === 'typed'

  async function submit(body: CommandBody): Promise<void> {
    if (ticketTrouble(ticket) !== null) return
    const shown = await lookedAt()
    if (shown === 'look-first') return
    const wanted: Wanted = {
      ...{ operation: verb.operation, merchant, params, body, ticket: ticket.trim() || null },
      ...{ shownVersion: shown?.version ?? null, acknowledges: shown?.unsettled?.actionId ?? null },
      renewalConfirmed: verb.danger === true,
      buyerAddress: typedAddress,
    }
    if (shown?.approval) return askApproval(wanted)
    intent.keep(values) // from here on a reload must come back to this same action
    const trouble = await send(wanted)
    for (const { field, title } of trouble ? fieldsOf(trouble) : []) form.setError(field as CommandField, { message: title })
  }

  /** What the person rests on: the preview on screen, or one that is fetched where they were faster than it and that holds no surprise. */
  async function lookedAt(): Promise<Preview | undefined | 'look-first'> {
    if (preview.current) return mayGo(preview.shown, acknowledged) ? preview.shown : 'look-first'
    setLookingSince(Date.now())
    const fresh = await queryClient.fetchQuery(previewQuery(asked)).catch(() => undefined)
    setLookingSince(null)
    if (fresh === undefined) return wantsAddress ? 'look-first' : undefined
    return mayGo(fresh, acknowledged) && !surprises(fresh) ? fresh : 'look-first'
  }

  return {
    ...{ verb, form, values, preview, state, ticket, setTicket, buyerAddress, setBuyerAddress, wantsAddress, addressTrouble },
    ...{ acknowledged, setAcknowledged, unkept: intent.unkept },
    /** When the verb was pressed, in milliseconds; null while it waits for that. */
    pressedAt: state.phase === 'sending' ? state.since : lookingSince,
    trouble: state.phase === 'form' ? state.trouble : null,
    /** Whether what was typed the last time is back. */
    isRestored: intent.draft !== null && intent.draft !== undefined && !intent.isNew,
    /** Whether there is enough to foresee something by. */
    isSound,
    isHeld: !mayGo(preview.shown, acknowledged),
    send: () => once(form.handleSubmit(submit)),
    startAfresh() {
      intent.drop()
      intent.renew()
      form.reset(defaults)
    },
  }
}

export type CommandForm = ReturnType<typeof useCommandForm>

/** What is open on the same thing must have ended, or have been acknowledged. */
const mayGo = (shown: Preview | undefined, acknowledged: string | null) =>
  !shown?.unsettled || (!shown.unsettled.running && shown.unsettled.actionId === acknowledged)

/** A taken e-mail is told by the status alone (service-interface, Change buyer data). */
function fieldsOf({ kind, problem: { status, fields } }: Trouble): ProblemField[] {
  const isTaken = kind === 'refused' && status === 409 && fields.length === 0
  return isTaken ? [{ field: 'email', title: 'Already taken on this merchant account' }] : fields
}

const surprises = ({ approval, effect }: Preview) => approval !== null || effect.later.some(({ danger }) => danger)

/** Keeps what is typed from the first letter on. */
function useKept(values: CommandValues, isDirty: boolean, keep: (values: CommandValues) => void): void {
  const written = JSON.stringify(values)
  useEffect(() => {
    if (isDirty) keep(JSON.parse(written) as CommandValues)
  }, [keep, isDirty, written])
}
