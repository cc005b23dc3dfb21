'use client'

import { useRef, useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { onDemand } from '@/components/ui/late'
import { usePageKeys } from '@/components/ui/use-page-keys'
import type { Approval } from '@/lib/commands/approval'
import { buyerPath } from '@/lib/core/buyer-path'
import { ApprovalStateWord } from './approval-rows'
import { AskAgain, hasLapsed } from './ask-again'
import { DecisionBody, UnknownNotice } from './decision-body'
import { DecisionButtons, whyNotApprove, whyNotDecline } from './decision-buttons'
import type { DecisionContext } from './decision-context'
import { type Decision, hasBegun, useDecision } from './use-deciding'

const ConfirmedDecision = onDemand(() => import('./decision-dialog').then((file) => file.ConfirmedDecision))

type Props = { approval: Approval; context: DecisionContext; onDecided: () => void; onAsked: (asked: Approval) => void }

/** A request with its effect as of now and, always in sight, its decision; once decided, what became of it. */
export function ApprovalPanel({ approval: given, context, onDecided, onAsked }: Props) {
  const decision = useDecision(given, context.role)
  const { approval, decided } = decision
  return (
    <Card
      aria-label="Approval request"
      className="md:sticky md:top-4 md:flex md:max-h-[calc(100dvh-9rem)] md:min-h-80 md:flex-col"
    >
      <div className="flex flex-none items-start justify-between gap-4 border-b px-4 py-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-dialog">{approval.words}</h2>
          <p className="text-meta text-muted">{approval.mine ? 'Requested by you' : `Requested by ${approval.person}`}</p>
        </div>
        {!decided && <ApprovalStateWord approval={approval} />}
      </div>
      <section aria-label="Facts" className="min-h-0 md:flex-1 md:overflow-y-auto">
        <CardBody className="grid gap-4">
          <DecisionBody decision={decision} context={context} />
        </CardBody>
      </section>
      <div className="flex-none rounded-b-card border-line-strong border-t bg-raised px-4 py-3 max-md:sticky max-md:bottom-0 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
        {decided || approval.state !== 'waiting' ? (
          <After
            approval={approval}
            hasBegun={decided ? hasBegun(decided, approval) : approval.state === 'approved'}
            onAsked={onAsked}
          />
        ) : (
          <Deciding decision={decision} context={context} onDecided={onDecided} />
        )}
      </div>
    </Card>
  )
}

type DecidingProps = { decision: Decision; context: DecisionContext; onDecided: () => void }

/**
 * Decline and approve. What charges the buyer is sent by neither the button nor `A`, which open the confirmation with the word to type; and to
 * a change `A` only goes, so that nobody approves it unread.
 */
function Deciding({ decision, context, onDecided }: DecidingProps) {
  const approveRef = useRef<HTMLSpanElement>(null)
  const [confirming, setConfirming] = useState(false)
  const { sending, mustCheck, charges, checkChange, decide } = decision
  const why = whyNotApprove(decision)
  function approve() {
    if (mustCheck) checkChange()
    else if (charges) setConfirming(true)
    else decide(true, onDecided)
  }
  usePageKeys({
    a: () => (why === null && sending === null && !mustCheck ? approve() : approveRef.current?.querySelector('button')?.focus()),
    r: () => whyNotDecline(decision) === null && sending === null && decide(false, onDecided),
  })
  return (
    <>
      <UnknownNotice unknown={decision.unknown} />
      <div className="grid grid-cols-[1fr_1.6fr] gap-2 [&:not(:first-child)]:mt-3">
        <DecisionButtons
          decision={decision}
          onApprove={approve}
          onDecline={() => decide(false, onDecided)}
          approveRef={approveRef}
        />
      </div>
      {why !== null && <p className="mt-2 text-meta text-muted">{why}</p>}
      {confirming && (
        <ConfirmedDecision
          wasRead
          decision={decision}
          context={context}
          onClose={() => setConfirming(false)}
          onDecided={onDecided}
        />
      )}
    </>
  )
}

type AfterProps = { approval: Approval; hasBegun: boolean; onAsked: (asked: Approval) => void }

/** Where to go from a request that was decided, or that nobody decided in time. */
function After({ approval, hasBegun, onAsked }: AfterProps) {
  const { buyerId, mine, person, ticket } = approval
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {hasBegun && (
          <a href={`/journal?entry=${approval.actionId}`} className={buttonClass()}>
            Open in journal
          </a>
        )}
        {buyerId !== null && (
          <a href={buyerPath(buyerId, ticket)} className={buttonClass()}>
            Open buyer
          </a>
        )}
        <AskAgain approval={approval} onAsked={onAsked} />
        {buyerId === null && !hasBegun && !hasLapsed(approval) && <p className="text-meta text-muted">Nothing was sent.</p>}
      </div>
      {hasLapsed(approval) && !mine && (
        <p className="mt-2 text-meta text-muted">
          {person} can ask again. {buyerId !== null && 'You can also do it yourself on the buyer’s page.'}
        </p>
      )}
    </>
  )
}
