'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, useContext } from 'react'
import { useActions } from '@/components/actions/actions-provider'
import { ActionsSheet, type SheetEntry } from '@/components/actions/actions-sheet'
import { GuideChoices } from '@/components/playbooks/guide-choices'
import { Button } from '@/components/ui/button'
import { factsOf } from '@/lib/charges/order-facts'
import { OutageContext } from '@/lib/client/outage'
import { formatDay, serviceTime } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import { ordinal } from '@/lib/core/ordinal'
import { may, needsRole, type Role } from '@/lib/core/roles'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'

type Props = {
  /** The order that the answer is about. */
  order: Order | null
  choices: ComponentProps<typeof GuideChoices>
  onShare: () => void
  onRefund: (order: Order, charge: Charge) => void
  onClose: () => void
}

/** Everything that can be done about the buyer, on a phone. */
export function BuyerSheet({ order, choices, onShare, onRefund, onClose }: Props) {
  const router = useRouter()
  const { role, buyer } = useActions().context
  const outage = useContext(OutageContext)
  const { attempts, charges } = order ? factsOf(order) : { attempts: [], charges: { received: [] } }
  const refunds = charges.received.map(
    (charge, index, { length }): SheetEntry => ({
      words: 'Request refund',
      now: order && [length > 1 && `${ordinal(index + 1)} charge`, moneyOf(charge, order)].filter(Boolean).join(', '),
      disabledBecause: refusalOf(role, 'requestRefund') ?? outage ?? undefined,
      run: () => order && onRefund(order, charge),
    }),
  )
  const share: SheetEntry = { words: 'Share the counterfoil', now: 'as text, image or link', run: onShare }
  const more: SheetEntry[] = [
    ...refunds,
    ...(attempts.length > 0 ? [share] : []),
    { words: 'Add note', now: null, disabledBecause: refusalOf(role, 'act'), run: focusNote },
    { words: 'Calculate prices', now: null, run: () => router.push(`/buyers/${buyer.id}/prices`) },
    { words: 'Create payment link', now: null, disabledBecause: refusalOf(role, 'act'), run: () => router.push('/orders/new') },
  ]
  return (
    <ActionsSheet
      onClose={onClose}
      more={more}
      wants={(choose) =>
        outage === null && (
          <>
            <GuideChoices {...choices} onOpen={(guideId) => choose(() => choices.onOpen(guideId))} />
            <Button size="small" onClick={() => choose(() => choices.onOpen('new'))}>
              Something else
            </Button>
          </>
        )
      }
    />
  )
}

const refusalOf = (role: Role, right: 'act' | 'requestRefund') => (may(role, right) ? undefined : needsRole(right))

function moneyOf(charge: Charge, order: Order): string {
  const day = serviceTime(charge.createdAt ?? order.createdAt)?.day
  const money = `${formatAmount(charge.amount)} ${charge.currency ?? order.currency ?? ''}`.trim()
  const time = serviceTime(charge.createdAt)?.time
  return [money, day && formatDay(day), time].filter(Boolean).join(', ')
}

function focusNote() {
  const field = document.querySelector<HTMLElement>('[aria-labelledby=notes] textarea')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
