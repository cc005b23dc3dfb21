import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { ServiceProblem } from '@/lib/core/problem'
import { incidentQuery, refreshIncident, showIncident } from '@/lib/incidents/client/incident-queries'
import { changedSince, type Kept, PlanKeeper, type PlanToKeep, type Who } from '@/lib/incidents/client/keep-plan'
import { forgetMarked } from '@/lib/incidents/client/marked-rows'
import type { CommandOffer } from '@/lib/incidents/command'
import type { Incident } from '@/lib/incidents/incident'
import type { PlanValues } from './what-card'

const nothingYet: Omit<PlanValues, 'verb'> = {
  by: 'day',
  day: '',
  days: '',
  reason: '',
  ticket: '',
  rate: '5',
  unknown: 'read',
}

function valuesOf(incident: Incident | null, offers: readonly CommandOffer[]): PlanValues {
  const [first] = offers
  if (first === undefined) throw new Error('No command is offered')
  if (incident === null) return { ...nothingYet, verb: first.name }
  const { command, reason, ticket, rate, unknown } = incident
  return {
    ...nothingYet,
    verb: command.verb === 'takeBack' ? first.name : command.verb,
    ...(command.day !== undefined && { by: 'day' as const, day: command.day }),
    ...(command.days !== undefined && { by: 'days' as const, days: String(command.days) }),
    reason,
    ticket: ticket ?? '',
    rate: String(rate),
    unknown,
  }
}

function commandOf({ verb, by, day, days }: PlanValues, offers: readonly CommandOffer[]): PlanToKeep['command'] {
  if (!offers.some(({ name, takesDay }) => name === verb && takesDay)) return { verb }
  return by === 'day' ? { verb, day } : { verb, days: Number(days) }
}

const typedIn = ({ reason, ticket, rate, unknown }: PlanValues) => ({
  reason: reason.trim(),
  ticket: ticket.trim() || null,
  rate: Number(rate),
  unknown,
})

/** Which field of the form a fault belongs to. */
const places: Record<string, keyof PlanValues> = {
  reason: 'reason',
  ticket: 'ticket',
  rate: 'rate',
  'command.day': 'day',
  'command.days': 'days',
}

/** The plan of an incident, new or kept: it's kept with its rows and previewed by one press. */
export function usePlan(merchant: string, incident: Incident | null, start: Who | null, offers: readonly CommandOffer[]) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { form, who, setWho, round, show } = useTyped(incident, start, offers)
  const [sent, setSent] = useState<{ sent: number; of: number } | null>(null)
  const { keeper, kept, now } = useKeeper(merchant, incident, setSent)
  const hasRows = who !== null || (incident !== null && incident.rows > 0)
  const preview = useMutation({
    mutationFn: (values: PlanValues) => {
      const command = incident?.command.verb === 'takeBack' ? null : commandOf(values, offers)
      if (now !== null) keeper.see(now)
      return keeper.keep({ ...typedIn(values), command, who })
    },
    onSuccess: (previewed, values) => {
      forgetMarked()
      show(values)
      showIncident(queryClient, merchant, previewed)
      if (incident === null) router.replace(`/incidents/${previewed.id}`)
    },
    onError: (cause) => {
      showFaults(form, cause)
      if (keeper.id !== null) void refreshIncident(queryClient, merchant, keeper.id)
    },
    onSettled: () => setSent(null),
  })
  const theirs = preview.isPending ? null : changedSince(kept, now)
  function accept(plan: Incident) {
    preview.reset()
    keeper.startFrom(plan)
    return plan
  }
  return {
    form,
    who,
    setWho,
    round,
    sent,
    hasRows,
    isDirty: form.formState.isDirty || who !== null,
    isSending: preview.isPending,
    /** A change of the plan that this form doesn't show. */
    theirs,
    /** Shows the plan as it is now, in place of what was typed. */
    load() {
      if (incident === null) return router.replace(`/incidents/${keeper.id}`)
      accept(incident)
      show(valuesOf(incident, offers))
    },
    /** What was typed is to take the place of the plan as it is now. */
    keepTyped() {
      if (now !== null) rebase(form, valuesOf(accept(now), offers))
    },
    /** A problem that neither a field of the form nor the notice of another's change shows. */
    problem: theirs !== null || isAtField(preview.error) ? null : preview.error,
    submit: form.handleSubmit((values) => {
      if (hasRows && !preview.isPending && theirs === null) preview.mutate(values)
    }),
  }
}

/** What is typed; `round` counts how often all of it was shown anew, so that what was pasted before is gone from its field. */
function useTyped(incident: Incident | null, start: Who | null, offers: readonly CommandOffer[]) {
  const form = useForm<PlanValues>({ defaultValues: valuesOf(incident, offers) })
  const [who, setWho] = useState<Who | null>(start)
  const [round, setRound] = useState(0)
  function show(values: PlanValues) {
    form.reset(values)
    setWho(null)
    setRound(round + 1)
  }
  return { form, who, setWho, round, show }
}

type Form = UseFormReturn<PlanValues>

function showFaults(form: Form, cause: unknown): void {
  const fields = cause instanceof ServiceProblem ? cause.problem.fields : []
  for (const { field, title } of fields) {
    const place = places[field]
    if (place !== undefined) form.setError(place, { message: title }, { shouldFocus: true })
  }
}

/** Leaves what is typed as it is, compared with other values from now on. */
function rebase(form: Form, values: PlanValues): void {
  const typed = form.getValues()
  form.reset(values)
  for (const [name, value] of Object.entries(typed)) form.setValue(name as keyof PlanValues, value, { shouldDirty: true })
}

const isAtField = (error: Error | null): boolean =>
  error instanceof ServiceProblem && error.problem.fields.some(({ field }) => places[field] !== undefined)

/** What a form knows of its incident, and the incident as it is now: one that was just made is looked up, too. */
function useKeeper(merchant: string, incident: Incident | null, setSent: (sent: { sent: number; of: number }) => void) {
  const [kept, setKept] = useState<Kept>({ known: incident, isOpen: false })
  const [keeper] = useState(
    () => new PlanKeeper(merchant, incident, { onProgress: (done, of) => setSent({ sent: done, of }), onKept: setKept }),
  )
  const id = incident === null ? kept.known?.id : undefined
  const made = useQuery({ ...incidentQuery(merchant, id ?? ''), enabled: id !== undefined })
  return { keeper, kept, now: incident ?? made.data ?? null }
}

export type Plan = ReturnType<typeof usePlan>
