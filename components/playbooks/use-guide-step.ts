import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deskPost } from '@/lib/client/desk-post'
import { newId } from '@/lib/client/new-id'
import type { BuyerGuides, Guide, GuideStepKind } from '@/lib/playbooks/guide'
import { guidesKey } from '@/lib/playbooks/guides-key'

type Said = { kind: Exclude<GuideStepKind, 'started'>; question?: string | null; answer?: string | null; words?: string | null }

/** Records the next step of a ticket. Until it is recorded it keeps its id, so that pressing twice records it once. */
export function useGuideStep({ id, version }: Guide, desk: { merchant: string; buyerId: string }) {
  const queryClient = useQueryClient()
  const key = guidesKey(desk.merchant, desk.buyerId)
  const [actionId, setActionId] = useState(newId)
  return useMutation({
    mutationFn: ({ kind, question = null, answer = null, words = null }: Said) =>
      deskPost<Guide>(`/api/desk/guides/${id}/steps`, { actionId, body: { version, kind, question, answer, words } }),
    onSuccess: (guide) => {
      setActionId(newId())
      queryClient.setQueryData<BuyerGuides>(
        key,
        (before) => before && { ...before, guides: before.guides.map((each) => (each.id === guide.id ? guide : each)) },
      )
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: key }),
  })
}

export type GuideStepping = ReturnType<typeof useGuideStep>
