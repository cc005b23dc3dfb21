import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import * as routes from '@/lib/core/routes'
import { guidesKey } from '@/lib/playbooks/client/guides-query'
import type { BuyerGuides, Guide, GuideStepKind } from '@/lib/playbooks/guide'

type StepInput = {
  kind: Exclude<GuideStepKind, 'started'>
  question?: string | null
  answer?: string | null
  words?: string | null
}

/** Records the next step of a ticket. Until it is recorded it keeps its id, so that pressing twice records it once. */
export function useGuideStep({ id, version: shown }: Guide, context: { merchant: string; buyerId: string }) {
  const queryClient = useQueryClient()
  const key = guidesKey(context.merchant, context.buyerId)
  const once = useActionIds()
  /** Several steps may be recorded by one press, each resting on the one before. */
  const versionNow = () => queryClient.getQueryData<BuyerGuides>(key)?.guides.find((each) => each.id === id)?.version ?? shown
  return useMutation({
    mutationFn: ({ kind, question = null, answer = null, words = null }: StepInput) =>
      once((actionId) => {
        const body = { version: versionNow(), kind, question, answer, words }
        return request<Guide>(routes.guideSteps(id), { actionId, body })
      }),
    onSuccess: (guide) => {
      queryClient.setQueryData<BuyerGuides>(
        key,
        (before) => before && { ...before, guides: before.guides.map((each) => (each.id === guide.id ? guide : each)) },
      )
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: key }),
  })
}

export type GuideStepping = ReturnType<typeof useGuideStep>
