import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshIncident, type StepGiven, showIncident, takeStep } from '@/lib/incidents/client/incident-queries'
import { openTries } from '@/lib/incidents/client/open-tries'
import type { Incident } from '@/lib/incidents/incident'
import { morningKey, waitingKey } from '@/lib/operations/query-keys'

/** Whether a step makes another draft, and takes nothing that was typed. */
const makes = ({ step }: Pick<StepGiven, 'step'>): boolean => step === 'inverse' || step === 'again'

/** Takes a step of an incident once, and shows the incident as it is then. A step that couldn't be taken has it looked up again. */
export function useStep(merchant: string, { id, version }: Pick<Incident, 'id' | 'version'>) {
  const queryClient = useQueryClient()
  const [once] = useState(openTries)
  return useMutation({
    mutationFn: (given: Omit<StepGiven, 'version'>) =>
      once(JSON.stringify(given), { version, keptAs: makes(given) ? `incident.${id}` : null }, (tried) =>
        takeStep(tried.actionId, merchant, id, { ...given, version: tried.version }),
      ),
    onSuccess: (incident) => showIncident(queryClient, merchant, incident),
    onError: () => refreshIncident(queryClient, merchant, id),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: morningKey(merchant) })
      void queryClient.invalidateQueries({ queryKey: waitingKey })
    },
  })
}

export type Step = ReturnType<typeof useStep>
