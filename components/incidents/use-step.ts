import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ServiceProblem } from '@/lib/core/problem'
import { unansweredChange } from '@/lib/core/problem-copy'
import { type PostedStep, refreshIncident, type StepGiven, showIncident, takeStep } from '@/lib/incidents/client/incident-queries'
import { openTries } from '@/lib/incidents/client/open-tries'
import type { Incident } from '@/lib/incidents/incident'
import { morningKey, waitingKey } from '@/lib/operations/query-keys'

/** Whether a step makes another draft, and takes nothing that was typed. */
const makes = ({ step }: Pick<StepGiven, 'step'>): boolean => step === 'inverse' || step === 'again'

type Given = Omit<StepGiven, 'version'>
type Taken = { given: Given; version: number }

/**
 * Takes a step of an incident once, and shows the incident as it is then. A step that couldn't be taken has it looked up again, and where that
 * shows what nobody knew of a lost answer, there's no problem any more.
 */
export function useStep(merchant: string, incident: Incident) {
  const { id, version } = incident
  const queryClient = useQueryClient()
  const [once] = useState(openTries)
  const [taken, setTaken] = useState<Taken | null>(null)
  const mutation = useMutation({
    mutationFn: (given: Given) =>
      once(JSON.stringify(given), { version, keptAs: makes(given) ? `incident.${id}` : null }, (tried) =>
        takeStep(tried.actionId, merchant, id, { ...given, version: tried.version }),
      ),
    onMutate: (given) => setTaken({ given, version }),
    onSuccess: (answer) => showIncident(queryClient, merchant, answer),
    onError: () => refreshIncident(queryClient, merchant, id),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: morningKey(merchant) })
      void queryClient.invalidateQueries({ queryKey: waitingKey })
    },
  })
  const isSeen = taken !== null && isLost(mutation.error) && hasHappened(taken, incident)
  return {
    ...mutation,
    error: isSeen ? null : mutation.error,
    /** The step whose answer was lost, once the incident shows that it was taken. */
    seen: isSeen ? taken.given.step : null,
  }
}

export type Step = ReturnType<typeof useStep>

/** Why one of these steps couldn't be taken; null where another one was tried last. */
export const problemOf = ({ error, variables }: Step, ...steps: PostedStep[]): Error | null =>
  variables !== undefined && steps.includes(variables.step) ? error : null

const isLost = (error: Error | null): boolean => error instanceof ServiceProblem && error.problem.code === unansweredChange

/** Whether an incident shows that a step was taken. Another draft is only found by asking for it again. */
function hasHappened({ given, version }: Taken, { state, toOpen, ...now }: Incident): boolean {
  if (makes(given)) return false
  if (given.step === 'look') return openedIn(given).every((n) => toOpen === null || toOpen.opened.includes(n))
  if (given.step === 'resume') return state !== 'paused' && now.version > version
  if (given.step === 'stop') return state === 'stopped' || state === 'closed'
  return now.version > version
}

const openedIn = ({ body }: Given): readonly number[] => (body && 'rows' in body ? (body.rows as number[]) : [])
