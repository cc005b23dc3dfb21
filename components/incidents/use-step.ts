import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useActionIds } from '@/lib/client/use-action-ids'
import { refreshIncident, type StepGiven, showIncident, takeStep } from '@/lib/incidents/client/incident-queries'
import type { Incident } from '@/lib/incidents/incident'
import { morningKey, waitingKey } from '@/lib/operations/query-keys'

/** Takes a step of an incident once, and shows the incident as it is then. A step that couldn't be taken has it looked up again. */
export function useStep(merchant: string, { id, version }: Pick<Incident, 'id' | 'version'>) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  return useMutation({
    mutationFn: (given: Omit<StepGiven, 'version'>) =>
      once((actionId) => takeStep(actionId, merchant, id, { ...given, version }), JSON.stringify([given, version])),
    onSuccess: (incident) => showIncident(queryClient, merchant, incident),
    onError: () => refreshIncident(queryClient, merchant, id),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: morningKey(merchant) })
      void queryClient.invalidateQueries({ queryKey: waitingKey })
    },
  })
}

export type Step = ReturnType<typeof useStep>
