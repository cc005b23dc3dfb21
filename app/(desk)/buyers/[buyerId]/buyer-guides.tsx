'use client'

import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useActions } from '@/components/actions/actions-provider'
import { commandSetting } from '@/components/actions/command-setting'
import type { ActionsContext } from '@/components/actions/opening'
import { PreviewLines } from '@/components/actions/preview-panel'
import { targetOf } from '@/components/actions/subscription-verbs'
import { useBuyerActions } from '@/components/actions/use-buyer-actions'
import type { History } from '@/components/charges/use-history'
import type { GuideContext } from '@/components/playbooks/guide-context'
import { GuidePanel } from '@/components/playbooks/guide-panel'
import { RefundDialog } from '@/components/refunds/refund-dialog'
import { RefundInShort } from '@/components/refunds/refund-in-short'
import { useClock } from '@/components/ui/use-clock'
import { missingOf } from '@/lib/charges/history-pieces'
import { isReadable } from '@/lib/charges/order-facts'
import { operationQuery } from '@/lib/client/operation-query'
import { bodyOf } from '@/lib/commands/verbs'
import { hasEnded } from '@/lib/knowledge/subscription-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { begunActs } from '@/lib/playbooks/acts'
import { guidesQuery } from '@/lib/playbooks/client/guides-query'
import type { ActSenders } from '@/lib/playbooks/client/perform-act'
import type { GuideAction, KnownOfTicket } from '@/lib/playbooks/playbook'
import { unsettledIn, withoutUnsettled } from '@/lib/playbooks/unsettled'
import { lowerPlans } from '@/lib/prices/lower-plans'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import { refundableQuery } from '@/lib/refunds/client/refund-queries'

type Props = {
  history: History
  /** Of each token known of the buyer whether it is enabled. */
  enabled: readonly (boolean | null)[]
  /** Whether the service lists this merchant account's subscriptions. */
  lists: boolean
  opened: string
  /** Null closes the steps. */
  onOpen: (guideId: string | null) => void
  /** Lights up a charge on the page. */
  showCharge: GuideContext['showCharge']
}

/** Guided steps over what the page knows, with the dialogs of the other subjects within reach. */
export function BuyerGuides({ opened, onOpen, showCharge, ...facts }: Props) {
  const queryClient = useQueryClient()
  const { context, open } = useActions()
  const { merchant, buyer, ticket, role } = context
  const { actions, open: unsettled } = useBuyerActions()
  const read = useKnownOfTicket(context, opened, facts)
  const known = withoutUnsettled(read, unsettledIn([...unsettled, ...actions], useOwnIds(context, opened)))
  const [refunding, setRefunding] = useState<Extract<GuideAction, { kind: 'refund' }> | null>(null)

  function openAction(action: GuideAction) {
    if (action.kind === 'refund') setRefunding(action)
    if (action.kind === 'by-id') open({ kind: 'by-id', of: 'subscription' })
    if (action.kind === 'command')
      open({ kind: 'command', verb: action.verb, target: targetOf(action.subscription), ...defaultsOf(action) })
  }

  const ofPage = { merchant: merchant.code, buyerId: buyer.id, ticket, role, known, showCharge }
  return (
    <>
      <GuidePanel
        context={{
          ...ofPage,
          open: openAction,
          sendersFor: (of) => sendersFor(queryClient, context, of),
          actionOf: (id) => actions.find(({ actionId }) => actionId === id) ?? unsettled.find(({ actionId }) => actionId === id),
          openAction: (actionId, words) => open({ kind: 'action', actionId, words, first: 'look' }),
          preview: (act, { preview, refundable }) =>
            act.kind === 'refund'
              ? refundable && <RefundInShort refundable={refundable} amount={act.amount} />
              : preview && <PreviewLines preview={preview} charges={false} priced={null} />,
        }}
        opened={opened}
        onOpen={(guideId) => onOpen(guideId ?? 'new')}
        onClose={() => onOpen(null)}
      />
      {refunding && (
        <RefundDialog
          context={context}
          orderId={refunding.orderId}
          chargeId={refunding.chargeId}
          reason={refunding.reason}
          amount={refunding.amount}
          onClose={() => setRefunding(null)}
        />
      )}
    </>
  )
}

const defaultsOf = ({ values }: Extract<GuideAction, { kind: 'command' }>) => (values === undefined ? {} : { defaults: values })

/** How the acts of the steps are sent: as their dialogs send them, under the ticket of the steps. */
function sendersFor(queryClient: QueryClient, context: ActionsContext, ticket: string | null): ActSenders {
  const merchant = context.merchant.code
  return {
    merchant,
    commandOf: ({ verb: name, subscription, values }) => {
      const { verb, params, context: of } = commandSetting(name, targetOf(subscription), context)
      return {
        operation: verb.operation,
        merchant,
        params,
        body: bodyOf(verb, values, of),
        ticket,
        shownVersion: null,
        acknowledges: null,
        renewalConfirmed: false,
        buyerAddress: null,
      }
    },
    refundOf: ({ orderId, chargeId, amount, reason }) => ({
      buyerId: context.buyer.id,
      orderId,
      chargeId,
      amount,
      reason,
      ticket,
      seen: queryClient.getQueryData(refundableQuery(merchant, context.buyer.id, { orderId, chargeId }).queryKey)?.requests,
    }),
  }
}

/** The ids of what the open steps have sent. */
function useOwnIds({ merchant, buyer }: ActionsContext, opened: string): ReadonlySet<string> {
  const { data } = useQuery({ ...guidesQuery(merchant.code, buyer.id), enabled: false })
  const guide = data?.guides.find(({ id }) => id === opened)
  return new Set([...begunActs(guide?.steps ?? []).values()].map(({ actionId }) => actionId))
}

type Facts = Pick<Props, 'history' | 'enabled' | 'lists'>

function useKnownOfTicket(
  { merchant, buyer }: ActionsContext,
  opened: string,
  { history, enabled, lists }: Facts,
): KnownOfTicket {
  const subscriptions = useQuery({
    ...operationQuery('listSubscriptions', { merchant: merchant.code, params: { buyerId: buyer.id } }),
    enabled: lists,
  })
  const refunds = useQuery(buyerRefundsQuery(merchant.code, buyer.id))
  const guides = useQuery({ ...guidesQuery(merchant.code, buyer.id), enabled: false })
  const wantsPlans = guides.data?.guides.find(({ id }) => id === opened)?.playbook === 'plan'
  const { plans, isReadingPlans } = useLowerPlansOf(
    { merchant: merchant.code, buyerId: buyer.id },
    wantsPlans ? (subscriptions.data?.data ?? []) : [],
  )
  const { now, zone } = useClock(Date.now())
  const orders = useMemo(() => history.orders.filter(isReadable), [history.orders])
  return {
    buyerId: buyer.id,
    orders,
    enabled,
    now,
    zone,
    subscriptions: subscriptions.data?.data ?? null,
    refunds: refunds.data?.refunds ?? [],
    plans,
    isReadingPlans,
    missing: {
      history: missingOf(history)?.says ?? null,
      subscriptions: lists ? unread('Subscriptions', subscriptions) : null,
      refunds: unread('Refund requests', refunds),
    },
  }
}

/** The lower plans of those subscriptions that haven't ended, as far as they are read. */
function useLowerPlansOf({ merchant, buyerId }: { merchant: string; buyerId: string }, all: readonly Subscription[]) {
  const running = all.filter((each) => !hasEnded(each))
  const read = useQueries({
    queries: running.map(({ id }) =>
      operationQuery('listDowngradeTargets', { merchant, params: { buyerId, subscriptionId: id } }),
    ),
  })
  const plans = new Map(
    running.flatMap(({ id, product }, place): [string, { plans: ReturnType<typeof plansIn>; currency: string | null }][] => {
      const listed = read[place]?.data?.data
      return listed ? [[id, { plans: plansIn(listed.products, product?.durationMonths ?? null), currency: listed.currency }]] : []
    }),
  )
  return { plans, isReadingPlans: read.some(({ isLoading }) => isLoading) }
}

const plansIn = (...listed: Parameters<typeof lowerPlans>) => lowerPlans(...listed).flatMap(({ plans }) => plans)

/** What was not read is not none. */
function unread(what: string, { data, isError }: { data: unknown; isError: boolean }): string | null {
  if (data !== undefined) return null
  return isError ? `${what} didn’t load.` : `${what} are still loading.`
}
