'use client'

import { Quote } from 'lucide'
import { Badge } from '@/components/ui/badge'
import { BeforeAfter } from '@/components/ui/before-after'
import { Button } from '@/components/ui/button'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Time } from '@/components/ui/time'
import { useClock } from '@/components/ui/use-clock'
import type { ProposalInDetail } from '@/lib/agents/proposal'
import { describeOutcome } from '@/lib/commands/client/outcome-words'
import { buyerPath } from '@/lib/core/buyer-path'
import { describeProblem } from '@/lib/core/problem-words'
import { usePasskey } from '@/lib/signatures/client/use-passkey'
import { requestBuyer } from './approval-rows'
import { type Decided, describeDecidedBefore } from './decided'
import { SentNotice, UnknownNotice } from './decision-body'
import type { DecisionContext } from './decision-context'
import { DoneAlready, LaterSteps, rowOf, UndoLine, Warnings } from './request-detail'
import { useProposal } from './use-proposal'

type Props = { id: string; context: DecisionContext; onClose: () => void }
type Deciding = ReturnType<typeof useProposal>

/** A proposal with its effect as of its opening, and the press. */
export function ProposalDialog({ id, context, onClose }: Props) {
  const deciding = useProposal(id)
  const { detail, decided, unknown, isOpen, words, setText, sending } = deciding
  const shown = detail.data
  const verb = shown?.proposal.words ?? 'Proposal'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={sending !== null}
      title={verb}
      subtitle={shown && [shown.about.product, shown.proposal.ticket].filter(Boolean).join(', ')}
      footer={
        isOpen ? (
          <Buttons deciding={deciding} verb={verb} onClose={onClose} />
        ) : (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {decided ? (
        <Sent decided={decided} verb={verb} />
      ) : shown ? (
        <Shown detail={shown} deciding={deciding} context={context} />
      ) : detail.error ? (
        <ProblemNotice {...describeProblem(detail.error)} onRetry={() => void detail.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
      {isOpen && words !== null && (
        <Field label="Why you decline" hint="The machine gets these words. They’re recorded in the journal." aside="optional">
          {(control) => <Input {...control} maxLength={255} value={words} onChange={(event) => setText(event.target.value)} />}
        </Field>
      )}
      {isOpen && <UnknownNotice unknown={unknown} />}
    </Dialog>
  )
}

/** Back, decline, and the verb. To decline, the first press asks for words, and the second sends them. */
function Buttons({ deciding, verb, onClose }: { deciding: Deciding; verb: string; onClose: () => void }) {
  const { detail, sending, mustReview, whyNot, words, setText, review, decide } = deciding
  const asksManager = detail.data?.approval != null
  const passkey = usePasskey('press-proposal')
  return (
    <>
      <Button onClick={onClose} className="mr-auto">
        Back
      </Button>
      <SendingButton
        variant="danger-quiet"
        sending={sending === 'decline'}
        disabledBecause={sending === 'press' ? 'Sending…' : undefined}
        onClick={() => (words === null ? setText('') : decide(false))}
      >
        Decline
      </SendingButton>
      <SendingButton
        variant="primary"
        className="max-sm:min-w-full"
        sending={sending === 'press'}
        disabledBecause={sending === 'decline' ? 'Declining…' : (whyNot ?? passkey.missing)}
        tipPlace={{ align: 'end' }}
        onClick={() => (mustReview ? void review() : decide(true))}
      >
        {mustReview ? 'Review again' : passkey.says(asksManager ? 'Ask for approval' : verb)}
      </SendingButton>
    </>
  )
}

function Sent({ decided, verb }: { decided: Decided; verb: string }) {
  const { approve, outcome } = decided
  if (outcome.kind === 'done' && !approve)
    return (
      <SentNotice kind="settled" title="Declined" says={['Nothing was sent. The machine can see your words.']} details={null} />
    )
  const done = `You pressed “${verb}”. The journal names you and the machine that proposed it.`
  return <SentNotice {...(describeDecidedBefore(decided) ?? describeOutcome(outcome, done))} />
}

/** Who, what would change, what happens later, and what the machine read: as a quotation, because nobody checked it. */
function Shown({ detail, deciding, context }: { detail: ProposalInDetail; deciding: Deciding; context: DecisionContext }) {
  const { proposal, effect, source, changes, isMoved, blocked, approval, about } = detail
  const { now, zone } = useClock(deciding.detail.dataUpdatedAt)
  const merchant = context.merchants.find(({ code }) => code === proposal.merchant)
  const isOpen = proposal.state === 'waiting'
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-control bg-sunken px-3 py-2 text-table">
        {proposal.buyerId !== null && (
          <a href={buyerPath(proposal.buyerId, proposal.ticket)} className="font-medium text-accent hover:underline">
            {requestBuyer(proposal, about)}
          </a>
        )}
        <span className="text-muted">{[about.country, merchant?.name ?? proposal.merchant].filter(Boolean).join(', ')}</span>
        <span className="ml-auto">
          <Badge kind="neutral">Proposed by {proposal.proposedBy}</Badge>
        </span>
      </p>
      {isOpen && blocked !== null && (
        <Notice kind="declined" role="alert">
          <b className="font-semibold">This can’t be pressed any more.</b> {blocked} Decline it.
        </Notice>
      )}
      {isOpen && isMoved && blocked === null && (
        <div className="grid gap-2">
          <Notice kind="deferred" role="alert">
            <b className="font-semibold">Something changed since it was proposed.</b> Nothing was sent. Check what is different,
            then press the button below.
          </Notice>
          {changes.length > 0 && (
            <BeforeAfter
              caption="Since it was proposed"
              before="When proposed"
              after="Now"
              rows={changes.map((change) => ({
                field: change.field,
                label: change.label,
                changes: true,
                before: change.asked ?? 'unknown',
                after: change.now ?? 'unknown',
              }))}
            />
          )}
        </div>
      )}
      {isOpen && <DoneAlready {...effect} />}
      {isOpen && <Warnings effect={effect} />}
      {effect.rows.length > 0 && <BeforeAfter rows={effect.rows.map((row) => rowOf(row, zone, now))} />}
      {isOpen && blocked === null && (
        <>
          {!isMoved && (
            <p className="text-meta text-muted">
              Computed now. Nothing has moved since it was proposed <Time at={proposal.proposedAt} />.
            </p>
          )}
          <LaterSteps steps={effect.later} zone={effect.zone} now={now} />
          <UndoLine undo={effect.undo} />
          {approval !== null && <Notice kind="neutral">{approval}</Notice>}
        </>
      )}
      <section aria-label="What the machine read" className="grid gap-1.5">
        <h3 className="font-semibold text-table">What the machine read</h3>
        {source === null ? (
          <p className="text-muted text-table">The text was erased with the buyer’s data.</p>
        ) : (
          <blockquote className="grid gap-1.5 rounded-control border-line-strong border-l-3 bg-sunken px-3 py-2 text-table">
            <p className="text-meta text-muted wrap-anywhere">
              <Icon of={Quote} size={14} className="mr-1.5 inline align-[-2px]" />
              Text from the ticket. Not checked, not an instruction.{source.where && ` (${source.where})`}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{source.quote}</p>
          </blockquote>
        )}
      </section>
      <DataList>
        {detail.reason !== null && <Reason given={detail.reason} deciding={deciding} />}
        {source !== null && source.reason !== detail.reason && (
          <DataItem term={detail.reason === null ? 'Reason' : 'Machine’s note'}>
            <span className="wrap-anywhere">{source.reason}</span>
            {detail.reason === null && <span className="text-muted">the machine’s words</span>}
          </DataItem>
        )}
        <DataItem term="For">{proposal.person}</DataItem>
        <DataItem term="Expires">
          <Time at={proposal.expiresAt} align="start" />
        </DataItem>
        {proposal.decidedAt !== null && (
          <DataItem term={proposal.state === 'declined' ? 'Declined' : 'Pressed'}>
            <Time at={proposal.decidedAt} align="start" />
            <span className="text-muted">by {proposal.decidedBy}</span>
          </DataItem>
        )}
        {proposal.note !== null && <DataItem term="Words">{proposal.note}</DataItem>}
      </DataList>
    </>
  )
}

/** The reason that's sent: the machine's words until somebody changes them. */
function Reason({ given, deciding: { reason, setReason, isOpen } }: { given: string; deciding: Deciding }) {
  const isOwn = reason !== null && reason.trim() !== given
  return (
    <DataItem term="Reason">
      {reason === null ? (
        <>
          <span className="wrap-anywhere">{given}</span>
          {isOpen && (
            <>
              <span className="text-muted">the machine’s words, yours if you press</span>
              <Button size="tiny" aria-label="Edit the reason" onClick={() => setReason(given)}>
                Edit
              </Button>
            </>
          )}
        </>
      ) : (
        <>
          <Input
            aria-label="Reason"
            maxLength={255}
            value={reason}
            readOnly={!isOpen}
            onChange={(event) => setReason(event.target.value)}
          />
          <span className="text-muted">{isOwn ? 'your words' : 'the machine’s words'}</span>
        </>
      )}
    </DataItem>
  )
}
