import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ServiceProblem } from '@/lib/core/problem'
import { refreshIncident, showIncident } from '@/lib/incidents/client/incident-queries'
import { PlanKeeper, type PlanToKeep, type Who } from '@/lib/incidents/client/keep-plan'
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
  const form = useForm<PlanValues>({ defaultValues: valuesOf(incident, offers) })
  const [who, setWho] = useState<Who | null>(start)
  const [sent, setSent] = useState<{ sent: number; of: number } | null>(null)
  const [keeper] = useState(() => new PlanKeeper(merchant, (done, of) => setSent({ sent: done, of })))
  const hasRows = who !== null || (incident !== null && incident.rows > 0)

  const preview = useMutation({
    mutationFn: async (values: PlanValues) => {
      const command = incident?.command.verb === 'takeBack' ? null : commandOf(values, offers)
      if (incident !== null) keeper.startFrom(incident)
      return keeper.keep({ ...typedIn(values), command, who })
    },
    onSuccess: (previewed, values) => {
      forgetMarked()
      form.reset(values)
      setWho(null)
      showIncident(queryClient, merchant, previewed)
      if (incident === null) router.replace(`/incidents/${previewed.id}`)
    },
    onError: (cause) => {
      const problem = cause instanceof ServiceProblem ? cause.problem : null
      for (const { field, title } of problem?.fields ?? []) {
        const place = places[field]
        if (place !== undefined) form.setError(place, { message: title }, { shouldFocus: true })
      }
      const id = incident?.id ?? keeper.at?.id
      if (id !== undefined) void refreshIncident(queryClient, merchant, id)
    },
    onSettled: () => setSent(null),
  })
  const elsewhere =
    preview.error && !(preview.error instanceof ServiceProblem && preview.error.problem.fields.some(({ field }) => places[field]))
  return {
    form,
    who,
    setWho,
    sent,
    hasRows,
    isDirty: form.formState.isDirty || who !== null,
    isSending: preview.isPending,
    /** A problem that no field of the form shows. */
    problem: elsewhere ? preview.error : null,
    submit: form.handleSubmit((values) => {
      if (hasRows && !preview.isPending) preview.mutate(values)
    }),
  }
}

export type Plan = ReturnType<typeof usePlan>
