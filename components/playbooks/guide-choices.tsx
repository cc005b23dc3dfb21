'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { operationQuery } from '@/lib/client/operation-query'
import { openPalette } from '@/lib/client/palette'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { hasEnded } from '@/lib/knowledge/subscription-words'
import { guidesKey, guidesQuery } from '@/lib/playbooks/client/guides-query'
import { type BuyerGuides, type Guide, type PlaybookName, playbookLabels } from '@/lib/playbooks/guide'

type StartContext = { merchant: string; buyerId: string; role: Role }

/** Starts guided steps for a ticket, once however often it is pressed. */
export function useStartGuide({ merchant, buyerId, role }: StartContext, onOpen: (guideId: string) => void) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  /** Guided steps bear the id that they were started under. Where the answer was lost, they're there or not. */
  async function startedAllTheSame(id: string, cause: unknown): Promise<Guide> {
    const read = await queryClient.fetchQuery(guidesQuery(merchant, buyerId)).catch(() => null)
    const found = read?.guides.find((guide) => guide.id === id)
    if (found) return found
    throw cause
  }
  const starting = useMutation({
    mutationFn: ({ playbook, ticket }: { playbook: PlaybookName; ticket: string | null }) =>
      once(
        (actionId) => {
          const body = { playbook, buyerId, ticket }
          return request<Guide>(routes.guides(), { actionId, merchant, body }).catch((cause) =>
            startedAllTheSame(actionId, cause),
          )
        },
        `${playbook} ${ticket ?? ''}`,
      ),
    onSuccess: (guide) => {
      queryClient.setQueryData<BuyerGuides>(
        guidesKey(merchant, buyerId),
        (before) => before && { ...before, guides: [guide, ...before.guides.filter(({ id }) => id !== guide.id)] },
      )
      onOpen(guide.id)
    },
  })
  const refusal = may(role, 'act') ? undefined : needsRole('act')
  return { starting, disabledBecause: refusal ?? (starting.isPending ? 'Starting…' : undefined) }
}

const wanted = ['refund', 'cancel', 'charge'] as const
const rareChoices = ['plan', 'renewal'] as const

type Props = StartContext & {
  ticket: string | null
  /** Of the history: null where not all of it was read, so that nothing is said to be none. */
  seen: { orders: number; received: number } | null
  onOpen: (guideId: string) => void
}

/** What the buyer may want: each begins the guided steps for it, under the ticket of the page. */
export function GuideChoices({ ticket, seen, onOpen, ...context }: Props) {
  const { starting, disabledBecause } = useStartGuide(context, onOpen)
  const nothing = useNothingToDo(context, seen)
  return (
    <>
      {wanted.map((playbook) => (
        <Button
          key={playbook}
          size="small"
          aria-label={`Start guided steps: ${playbookLabels[playbook].wants}`}
          disabledBecause={disabledBecause ?? nothing[playbook]}
          onClick={() => starting.mutate({ playbook, ticket })}
        >
          {playbookLabels[playbook].wants}
        </Button>
      ))}
      <StartProblem error={starting.error} />
    </>
  )
}

const StartProblem = ({ error }: { error: Error | null }) =>
  error && <ProblemNotice {...describeProblem(error)} className="max-sm:flex-none sm:basis-full" />

/** On a phone the row that its button is in scrolls sideways, and would take the menu out of the window. */
const abovePhoneBar =
  'max-sm:[position-area:none] max-sm:[position-try-fallbacks:none] max-sm:[inset:auto_1rem_calc(4.5rem+env(safe-area-inset-bottom))] max-sm:m-0!'

/** Everything else: all actions, the steps that are asked for seldom, and tickets in progress. */
export function SomethingElse({ ticket, onOpen, ...context }: Omit<Props, 'seen'>) {
  const { starting, disabledBecause } = useStartGuide(context, onOpen)
  const nothing = useNothingToDo(context, null)
  return (
    <>
      <Menu
        label="Something else"
        align="start"
        className={abovePhoneBar}
        triggerClassName={buttonClass({ size: 'small', variant: 'quiet' })}
        trigger={
          <>
            Something else
            <Icon of={ChevronDown} size={14} />
          </>
        }
      >
        <MenuItem onSelect={openPalette}>All actions</MenuItem>
        {rareChoices.map((playbook) => (
          <MenuItem
            key={playbook}
            disabledBecause={disabledBecause ?? nothing[playbook]}
            onSelect={() => starting.mutate({ playbook, ticket })}
          >
            {playbookLabels[playbook].wants}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => onOpen('new')}>Tickets and guided steps</MenuItem>
      </Menu>
      <StartProblem error={starting.error} />
    </>
  )
}

/** Why a choice leads nowhere for this buyer, where that is certain. */
function useNothingToDo({ merchant, buyerId }: StartContext, seen: Props['seen']): Partial<Record<PlaybookName, string>> {
  // The subscriptions are read by their own card.
  const { data } = useQuery({ ...operationQuery('listSubscriptions', { merchant, params: { buyerId } }), enabled: false })
  const none = data?.data.length === 0 ? 'This buyer has no subscription.' : undefined
  const ended = data?.data.every(hasEnded) ? 'Every subscription of this buyer has ended.' : undefined
  const reasons = {
    refund: seen?.received === 0 ? 'No money was received from this buyer.' : undefined,
    charge: seen?.orders === 0 ? 'This buyer has no charges to explain.' : undefined,
    cancel: none,
    plan: none ?? ended,
  }
  return Object.fromEntries(Object.entries(reasons).filter(([, says]) => says !== undefined))
}
