'use client'

import { List } from 'lucide'
import { type ComponentProps, useState } from 'react'
import { useActions } from '@/components/actions/actions-provider'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import { PhoneBar } from '@/components/ui/phone-bar'
import type { BuyerSheet as Sheet } from './buyer-sheet'

const BuyerSheet = onDemand(() => import('./buyer-sheet').then((file) => file.BuyerSheet))
const ShareDialog = onDemand(() => import('@/components/charges/share-dialog').then((file) => file.ShareDialog))
const RefundDialog = onDemand(() => import('@/components/refunds/refund-dialog').then((file) => file.RefundDialog))

type Props = Pick<ComponentProps<typeof Sheet>, 'order' | 'choices'> & {
  isSharing: boolean
  onShare: (isSharing: boolean) => void
}

/** Under the thumb on a phone: every verb in one sheet, and the dialogs that belong to no place on the page. */
export function BuyerReach({ order, choices, isSharing, onShare }: Props) {
  const { context } = useActions()
  const [isOpen, setOpen] = useState(false)
  const [refunding, setRefunding] = useState<{ orderId: string; chargeId: string } | null>(null)
  return (
    <>
      <PhoneBar>
        <Button size="small" onClick={() => setOpen(true)}>
          <Icon of={List} />
          Actions
        </Button>
      </PhoneBar>
      {isOpen && (
        <BuyerSheet
          order={order}
          choices={choices}
          onShare={() => onShare(true)}
          onRefund={({ orderId }, { chargeId }) => setRefunding({ orderId, chargeId })}
          onClose={() => setOpen(false)}
        />
      )}
      {isSharing && order && <ShareDialog order={order} onClose={() => onShare(false)} />}
      {refunding && <RefundDialog context={context} {...refunding} onClose={() => setRefunding(null)} />}
    </>
  )
}
