'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActions } from '@/components/actions/actions-provider'
import { targetOf } from '@/components/actions/subscription-verbs'
import type { History } from '@/components/charges/use-history'
import { GuidePanel } from '@/components/playbooks/guide-panel'
import { RefundDialog } from '@/components/refunds/refund-dialog'
import { isReadable } from '@/lib/charges/order-facts'
import { operationQuery } from '@/lib/client/operation-query'
import { buyerRefundsQuery } from '@/lib/client/refunds/buyer-refunds-query'
import type { GuideAction } from '@/lib/playbooks/playbook'

type Props = {
  history: History
  /** Whether the service lists this merchant account's subscriptions. */
  lists: boolean
  opened: string
  /** Null closes the steps. */
  onOpen: (guideId: string | null) => void
}

/** Guided steps over what the page knows, with the dialogs of the other subjects within reach. */
export function BuyerGuides({ history, lists, opened, onOpen }: Props) {
  const { desk, open } = useActions()
  const { merchant, buyer, ticket, role } = desk
  const subscriptions = useQuery({
    ...operationQuery('listSubscriptions', { merchant: merchant.code, params: { buyerId: buyer.id } }),
    enabled: lists,
  })
  const refunds = useQuery(buyerRefundsQuery(merchant.code, buyer.id))
  const [refunding, setRefunding] = useState<Extract<GuideAction, { kind: 'refund' }> | null>(null)

  function openAction(action: GuideAction) {
    if (action.kind === 'refund') setRefunding(action)
    if (action.kind === 'by-id') open({ kind: 'by-id', of: 'subscription' })
    if (action.kind === 'command') open({ kind: 'command', verb: action.verb, target: targetOf(action.subscription) })
  }

  const known = {
    ...{ buyerId: buyer.id, orders: history.orders.filter(isReadable), complete: history.complete },
    subscriptions: lists ? (subscriptions.data?.data ?? []) : null,
    refunds: refunds.data?.refunds ?? [],
  }
  return (
    <div className="min-w-0 lg:col-span-2 print:hidden">
      <GuidePanel
        desk={{ merchant: merchant.code, buyerId: buyer.id, country: buyer.country, ticket, role, known, open: openAction }}
        opened={opened}
        onOpen={(guideId) => onOpen(guideId ?? 'new')}
        onClose={() => {
          onOpen(null)
          document.getElementById('open-guides')?.focus()
        }}
      />
      {refunding && (
        <RefundDialog
          {...{ desk, orderId: refunding.orderId, chargeId: refunding.chargeId, reason: refunding.reason }}
          onClose={() => setRefunding(null)}
        />
      )}
    </div>
  )
}
