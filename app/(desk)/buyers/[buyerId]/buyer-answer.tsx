'use client'

import { Share2 } from 'lucide'
import type { ComponentProps } from 'react'
import { AnswerBand } from '@/components/buyer/answer-band'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { late } from '@/components/ui/late'
import type { Proof } from '@/lib/charges/answer-parts'
import { factsOf } from '@/lib/charges/order-facts'
import { latePart } from './late'
import type { useAnswer } from './use-answer'
import type { useBuyer } from './use-buyer'

const GuideChoices = latePart('GuideChoices')
const SomethingElse = latePart('SomethingElse')
const AnswerLine = late(() => import('@/components/buyer/answer-line').then((file) => file.AnswerLine))

type Props = {
  buyer: ReturnType<typeof useBuyer>
  summary: ReturnType<typeof useAnswer>
  choices: ComponentProps<typeof GuideChoices>
  /** Guided steps are open beside it. */
  isGuided: boolean
  onShow: (proof: Proof) => void
  onShare: () => void
}

/** The answer of the page: the band, and its line once the band is out of sight. */
export function BuyerAnswer({ buyer, summary: { answer, order, staleSince }, choices, isGuided, onShow, onShare }: Props) {
  return (
    <>
      <AnswerBand
        answer={answer}
        money={buyer.money}
        among={buyer.missing?.among ?? null}
        onShow={onShow}
        staleSince={staleSince}
        isGuided={isGuided}
        share={order && factsOf(order).attempts.length > 0 && <ShareButton onShare={onShare} />}
      >
        {buyer.healing.outage === null && (
          <>
            <GuideChoices {...choices} />
            <SomethingElse {...choices} />
          </>
        )}
      </AnswerBand>
      {/* The steps stick where the line would stand. */}
      {answer && !isGuided && <AnswerLine answer={answer} />}
    </>
  )
}

const ShareButton = ({ onShare }: { onShare: () => void }) => (
  <Button size="small" variant="quiet" aria-label="Share the counterfoil" className="max-sm:hidden" onClick={onShare}>
    <Icon of={Share2} size={14} />
    Share
  </Button>
)
