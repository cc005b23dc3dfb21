'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActions } from '@/components/actions/actions-provider'
import { targetOf } from '@/components/actions/subscription-verbs'
import type { History } from '@/components/charges/use-history'
import { GuidePanel } from '@/components/playbooks/guide-panel'
import { RefundDialog } from '@/components/refunds/refund-dialog'
import { useClock } from '@/components/ui/use-clock'
import { missingOf } from '@/lib/charges/history-pieces'
import { isReadable } from '@/lib/charges/order-facts'
import { operationQuery } from '@/lib/client/operation-query'
import type { GuideAction } from '@/lib/playbooks/playbook'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'

type Props = {
  history: History
  /** Of each token known of the buyer whether it is enabled. */
  enabled: readonly (boolean | null)[]
  /** Whether the service lists this merchant account's subscriptions. */
  lists: boolean
  opened: string
  /** Null closes the steps. */
  onOpen: (guideId: string | null) => void
}

/** Guided steps over what the page knows, with the dialogs of the other subjects within reach. */
export function BuyerGuides({ history, enabled, lists, opened, onOpen }: Props) {
  const { context, open } = useActions()
  const { merchant, buyer, ticket, role } = context
  const subscriptions = useQuery({
    ...operationQuery('listSubscriptions', { merchant: merchant.code, params: { buyerId: buyer.id } }),
    enabled: lists,
  })
  const refunds = useQuery(buyerRefundsQuery(merchant.code, buyer.id))
  const { now } = useClock(Date.now())
  const [refunding, setRefunding] = useState<Extract<GuideAction, { kind: 'refund' }> | null>(null)

  function openAction(action: GuideAction) {
    if (action.kind === 'refund') setRefunding(action)
    if (action.kind === 'by-id') open({ kind: 'by-id', of: 'subscription' })
    if (action.kind === 'command') open({ kind: 'command', verb: action.verb, target: targetOf(action.subscription) })
  }

  const known = {
    buyerId: buyer.id,
    orders: history.orders.filter(isReadable),
    enabled,
    now,
    subscriptions: subscriptions.data?.data ?? null,
    refunds: refunds.data?.refunds ?? [],
    missing: {
      history: missingOf(history)?.says ?? null,
      subscriptions: lists ? unread('Subscriptions', subscriptions) : null,
      refunds: unread('Refund requests', refunds),
    },
  }
  return (
    <div className="min-w-0 print:hidden">
      <GuidePanel
        context={{ merchant: merchant.code, buyerId: buyer.id, country: buyer.country, ticket, role, known, open: openAction }}
        opened={opened}
        onOpen={(guideId) => onOpen(guideId ?? 'new')}
        onClose={() => {
          onOpen(null)
          document.getElementById('open-guides')?.focus()
        }}
      />
      {refunding && (
        <RefundDialog
          context={context}
          orderId={refunding.orderId}
          chargeId={refunding.chargeId}
          reason={refunding.reason}
          onClose={() => setRefunding(null)}
        />
      )}
    </div>
  )
}

/** What was not read is not none. */
function unread(what: string, { data, isError }: { data: unknown; isError: boolean }): string | null {
  if (data !== undefined) return null
  return isError ? `${what} didn’t load.` : `${what} are still loading.`
}
