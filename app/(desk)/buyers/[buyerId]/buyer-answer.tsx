'use client'

import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ComponentProps, useMemo, useState } from 'react'
import { useBuyerActions } from '@/components/actions/use-buyer-actions'
import { AnswerBand } from '@/components/buyer/answer-band'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { useClock } from '@/components/ui/use-clock'
import { type Answer, answerOf } from '@/lib/charges/answer'
import type { Proof } from '@/lib/charges/answer-parts'
import { factsOf, isReadable } from '@/lib/charges/order-facts'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import { late } from './late'
import type { useBuyer } from './use-buyer'

const GuideChoices = late('GuideChoices')
const AnswerLine = dynamic(() => import('@/components/buyer/answer-line').then((module) => module.AnswerLine), { ssr: false })
const ShareDialog = dynamic(() => import('@/components/charges/share-dialog').then((module) => module.ShareDialog), {
  ssr: false,
})

type Props = {
  buyer: ReturnType<typeof useBuyer>
  choices: Omit<ComponentProps<typeof GuideChoices>, 'seen'>
  /** Guided steps are open beside it. */
  isGuided: boolean
  onShow: (proof: Proof) => void
}

/** The answer of the page: the band, its line once the band is out of sight, and what is handed out. */
export function BuyerAnswer({ buyer, choices, isGuided, onShow }: Props) {
  const { history, today, money, missing } = buyer
  const { merchant, buyerId } = choices
  const { open } = useBuyerActions()
  const { data: refunds } = useQuery(buyerRefundsQuery(merchant, buyerId))
  const { now, zone } = useClock(history.asOf)
  const unconfirmed = open.find(({ state }) => state === 'unconfirmed')?.words ?? null
  const answer = useMemo(
    () => answerOf(history, { today, unconfirmed, refunds: refunds?.flags({ now, zone }) }),
    [history, today, unconfirmed, refunds, now, zone],
  )
  return (
    <>
      <AnswerBand
        answer={answer}
        money={money}
        among={missing?.among ?? null}
        onShow={onShow}
        isGuided={isGuided}
        share={<Share order={orderIn(answer, history.orders.filter(isReadable))} />}
      >
        <GuideChoices {...choices} seen={buyer.seen} />
      </AnswerBand>
      {answer && <AnswerLine answer={answer} />}
    </>
  )
}

/** The order that the answer is about. */
const orderIn = (answer: Answer | null, orders: readonly Order[]) =>
  orders.find(({ orderId }) => orderId === answer?.headline.proof?.orderId) ?? null

/** Hands out the counterfoil of the order that the answer is about. Nothing where no payment of it was tried. */
function Share({ order }: { order: Order | null }) {
  const [isOpen, setOpen] = useState(false)
  if (order === null || factsOf(order).attempts.length === 0) return null
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label="Share the counterfoil"
        className="max-sm:hidden"
        onClick={() => setOpen(true)}
      >
        <Icon of={Share2} size={14} />
        Share
      </Button>
      {isOpen && <ShareDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}
