'use client'

import Link from 'next/link'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TypedWord } from '@/components/ui/typed-word'
import type { Approval } from '@/lib/commands/approval'
import { AskAgain } from './ask-again'
import { DecisionBody, UnknownNotice } from './decision-body'
import { DecisionButtons } from './decision-buttons'
import type { DecisionContext } from './decision-context'
import { type Decision, hasBegun, useDecision } from './use-deciding'

type Props = { approval: Approval; context: DecisionContext; onClose: () => void }

/** A request for approval with its effect as of now. Approving sends the command in the asker's name and shows its outcome. */
export function DecisionDialog({ approval, context, onClose }: Props) {
  return <ConfirmedDecision decision={useDecision(approval, context.role)} context={context} onClose={onClose} />
}

type ConfirmedProps = {
  decision: Decision
  context: DecisionContext
  /** It was read elsewhere before, so it begins at the word to type. */
  wasRead?: boolean
  onClose: () => void
  onDecided?: () => void
}

/** The same of a decision that began elsewhere. What charges the buyer is confirmed here by a word that is typed. */
export function ConfirmedDecision({ decision, context, wasRead = false, onClose, onDecided }: ConfirmedProps) {
  const word = useRef<HTMLInputElement>(null)
  const { approval, charges, decided, whyNot } = decision
  const isOpen = decided === null && whyNot === null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={decision.sending !== null}
      {...(wasRead && { initialFocus: word })}
      title={approval.words}
      subtitle={approval.mine ? 'Requested by you' : `Requested by ${approval.person}`}
      footer={
        isOpen ? (
          <Footer decision={decision} onClose={onClose} onDecided={onDecided} />
        ) : (
          <EndedFooter decision={decision} onClose={onClose} />
        )
      }
    >
      <DecisionBody decision={decision} context={context} />
      {isOpen && charges && <TypedWord word={decision.word} typed={decision.typed} onType={decision.setTyped} inputRef={word} />}
      {isOpen && <UnknownNotice unknown={decision.unknown} />}
    </Dialog>
  )
}

type FooterProps = { decision: Decision; onClose: () => void; onDecided?: (() => void) | undefined }

/** Back, decline, approve. */
function Footer({ decision, onClose, onDecided }: FooterProps) {
  const { charges, mustCheck, isTyped, word, checkChange, decide } = decision
  return (
    <>
      <Button onClick={onClose} className="mr-auto">
        Back
      </Button>
      <DecisionButtons
        decision={decision}
        disabledBecause={charges && !mustCheck && !isTyped ? `Type ${word} first` : undefined}
        onApprove={() => (mustCheck ? checkChange() : decide(true, onDecided))}
        onDecline={() => decide(false, onDecided)}
      />
    </>
  )
}

/** Once decided, the way to what was sent; where nobody decided in time, asking again. */
function EndedFooter({ decision: { approval, decided, whyNot }, onClose }: Omit<FooterProps, 'onDecided'>) {
  const wasBegun = decided ? hasBegun(decided, approval) : approval.state === 'approved'
  return (
    <>
      {whyNot !== null && decided === null && <span className="mr-auto text-meta text-muted">{whyNot}</span>}
      {wasBegun && (
        <Link
          prefetch={false}
          href={`/journal?entry=${approval.actionId}`}
          onClick={onClose}
          className="mr-auto text-accent text-table hover:underline"
        >
          Open in journal
        </Link>
      )}
      <AskAgain approval={approval} onAsked={onClose} />
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </>
  )
}
