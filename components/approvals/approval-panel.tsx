'use client'

import { useRef } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useClock } from '@/components/ui/use-clock'
import { usePageKeys } from '@/components/ui/use-page-keys'
import type { Approval } from '@/lib/commands/approval'
import { buyerPath } from '@/lib/core/buyer-path'
import { problemWords } from '@/lib/core/problem-words'
import { ApprovalStateWord } from './approval-rows'
import type { DecisionContext } from './decision-context'
import { NoteField, SentNotice } from './decision-dialog'
import { RequestDetail } from './request-detail'
import { decidedWords, hasBegun, isCharging, useDeciding, whyNotDecide } from './use-deciding'

type Props = { approval: Approval; context: DecisionContext; onDecided: () => void }

/** A request with its effect as of now and, always in sight, its decision; once decided, what became of it. */
export function ApprovalPanel({ approval, context, onDecided }: Props) {
  const { detail, deciding, note, setNote } = useDeciding(approval)
  const { now, zone } = useClock(detail.dataUpdatedAt)
  const why = whyNotDecide(approval, context.role)
  const decide = (approve: boolean) => deciding.mutate(approve, { onSettled: onDecided })
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
        {!deciding.data && <ApprovalStateWord approval={approval} />}
      </div>
      <section aria-label="Facts" className="min-h-0 md:flex-1 md:overflow-y-auto">
        <CardBody className="grid gap-4">
          {deciding.data ? (
            <SentNotice {...decidedWords(deciding.data, approval)} />
          ) : detail.data ? (
            <>
              <RequestDetail detail={detail.data} context={context} zone={zone} now={now} />
              {why === null && <NoteField value={note} onChange={setNote} />}
            </>
          ) : detail.error ? (
            <ProblemNotice
              {...problemWords(detail.error)}
              title="Couldn’t load the request"
              onRetry={() => void detail.refetch()}
            />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </CardBody>
      </section>
      <div className="flex-none rounded-b-card border-line-strong border-t bg-raised px-4 py-3 max-md:sticky max-md:bottom-0 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
        {deciding.data || approval.state !== 'waiting' ? (
          <After
            approval={approval}
            hasBegun={deciding.data ? hasBegun(deciding.data, approval) : approval.state === 'approved'}
          />
        ) : (
          <Decision
            why={why ?? notYet(detail.data?.factsChanged)}
            mayDecline={why === null && detail.data !== undefined}
            charges={isCharging(detail.data)}
            sending={deciding.isPending ? (deciding.variables ? 'approve' : 'decline') : null}
            onDecide={decide}
          />
        )}
      </div>
    </Card>
  )
}

/** Why it can’t be approved though the person may: nobody approves what they have not seen, nor what is no longer so. */
function notYet(factsChanged: boolean | undefined): string | null {
  if (factsChanged === undefined) return 'Loading preview…'
  return factsChanged ? 'Something changed since this was requested. Decline it and ask for a new request.' : null
}

type DecisionProps = {
  why: string | null
  mayDecline: boolean
  charges: boolean
  sending: 'approve' | 'decline' | null
  onDecide: (approve: boolean) => void
}

/** Decline and approve. What charges the buyer is not sent by one key: `A` goes to its button, and Enter presses it. */
function Decision({ why, mayDecline, charges, sending, onDecide }: DecisionProps) {
  const approve = useRef<HTMLSpanElement>(null)
  const mayApprove = why === null && sending === null
  usePageKeys({
    a: () => (mayApprove && !charges ? onDecide(true) : approve.current?.querySelector('button')?.focus()),
    r: () => mayDecline && sending === null && onDecide(false),
  })
  return (
    <>
      <div className="grid grid-cols-[1fr_1.6fr] gap-2">
        <span className="grid [&_button]:w-full">
          <SendingButton
            variant="danger-quiet"
            sending={sending === 'decline'}
            disabledBecause={mayDecline ? undefined : (why ?? undefined)}
            aria-keyshortcuts="R"
            onClick={() => onDecide(false)}
          >
            Decline
          </SendingButton>
        </span>
        <span ref={approve} className="grid [&_button]:w-full">
          <SendingButton
            variant={charges ? 'danger' : 'primary'}
            sending={sending === 'approve'}
            disabledBecause={sending === 'decline' ? 'Declining…' : (why ?? undefined)}
            tipPlace={{ align: 'end' }}
            aria-keyshortcuts="A"
            onClick={() => onDecide(true)}
          >
            {charges ? 'Approve and charge' : 'Approve and send'}
          </SendingButton>
        </span>
      </div>
      {why !== null && <p className="mt-2 text-meta text-muted">{why}</p>}
    </>
  )
}

/** Where to go from a request that was decided. */
function After({ approval, hasBegun }: { approval: Approval; hasBegun: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      {hasBegun && (
        <a href={`/journal?entry=${approval.actionId}`} className={buttonClass()}>
          Open in journal
        </a>
      )}
      {approval.buyerId !== null && (
        <a href={buyerPath(approval.buyerId, approval.ticket)} className={buttonClass()}>
          Open buyer
        </a>
      )}
      {approval.buyerId === null && !hasBegun && <p className="text-meta text-muted">Nothing was sent.</p>}
    </div>
  )
}
