'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { may, type Role, roleFor } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { guidesKey } from '@/lib/playbooks/client/guides-query'
import type { BuyerGuides, Guide, PlaybookName } from '@/lib/playbooks/guide'

type StartContext = { merchant: string; buyerId: string; role: Role }

/** Starts guided steps for a ticket, once however often it is pressed. */
export function useStartGuide({ merchant, buyerId, role }: StartContext, onOpen: (guideId: string) => void) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const starting = useMutation({
    mutationFn: ({ playbook, ticket }: { playbook: PlaybookName; ticket: string | null }) =>
      once((actionId) => request<Guide>(routes.guides(), { actionId, merchant, body: { playbook, buyerId, ticket } })),
    onSuccess: (guide) => {
      queryClient.setQueryData<BuyerGuides>(
        guidesKey(merchant, buyerId),
        (before) => before && { ...before, guides: [guide, ...before.guides] },
      )
      onOpen(guide.id)
    },
  })
  const refusal = may(role, 'act') ? undefined : `needs the ${roleFor('act')} role`
  return { starting, disabledBecause: refusal ?? (starting.isPending ? 'Starting…' : undefined) }
}

const wants: Record<PlaybookName, string> = {
  refund: 'Money back',
  cancel: 'To cancel',
  charge: 'An explanation',
  renewal: 'To pay a failed renewal',
}

// Three of them: what a buyer asks for whose last order was paid, and whose wasn't.
const afterPayment = ['refund', 'cancel', 'charge'] as const
const afterFailure = ['renewal', 'cancel', 'charge'] as const

type Props = StartContext & {
  ticket: string | null
  /** Whether the last order came to nothing. */
  failed: boolean
  onOpen: (guideId: string) => void
}

/** What the buyer may want: each begins the guided steps for it, under the ticket of the page. */
export function GuideChoices({ ticket, failed, onOpen, ...context }: Props) {
  const { starting, disabledBecause } = useStartGuide(context, onOpen)
  return (
    <>
      {(failed ? afterFailure : afterPayment).map((playbook) => (
        <Button
          key={playbook}
          size="small"
          aria-label={`Start guided steps: ${wants[playbook]}`}
          disabledBecause={disabledBecause}
          onClick={() => starting.mutate({ playbook, ticket })}
        >
          {wants[playbook]}
        </Button>
      ))}
      {starting.isError && (
        <span role="alert" className="text-declined text-table">
          The guided steps didn’t start. Try again.
        </span>
      )}
    </>
  )
}
