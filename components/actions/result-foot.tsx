'use client'

import { Undo2 } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { SendingButton } from '@/components/ui/sending-button'
import type { Action } from '@/lib/commands/action'
import { describeContradiction } from '@/lib/commands/action-words'
import type { Result } from '@/lib/commands/client/use-result'
import { focusOnMount } from './focus-on-mount'
import type { ResultSteps } from './use-result-steps'

type Props = { result: Result; steps: ResultSteps; onClose: () => void }

/** What can be done about a result: the action's id to copy, then the buttons of the step that is open. */
export function ResultFoot({ result, steps, onClose }: Props) {
  const { action, view, sendingSince } = result
  if (action && view === 'unconfirmed' && steps.step === 'settle') return <SettleFoot result={result} steps={steps} />
  if (action && view === 'unconfirmed' && steps.step === 'send-again') {
    return (
      <>
        <Button ref={focusOnMount} disabled={sendingSince !== null} onClick={() => steps.go('look')}>
          Back
        </Button>
        <SendingButton
          variant="primary"
          sending={sendingSince !== null}
          disabledBecause={result.isUnanswered ? undefined : whyNotSentAgain(action, steps)}
          tipPlace={{ align: 'end' }}
          onClick={() => void result.sendAfterIt('send-again', action)}
        >
          Send again
        </SendingButton>
      </>
    )
  }
  if (action && view === 'done' && steps.step === 'undo') {
    return (
      <>
        <Button ref={focusOnMount} disabled={sendingSince !== null} onClick={onClose}>
          Back
        </Button>
        <SendingButton
          variant="primary"
          sending={sendingSince !== null}
          disabledBecause={action.undo.possible || result.isUnanswered ? undefined : action.undo.why}
          onClick={() => void result.sendAfterIt('undo', action)}
        >
          Undo
        </SendingButton>
      </>
    )
  }
  if (view === 'unconfirmed') {
    return (
      <WithActionId actionId={action?.actionId} onClose={onClose}>
        <Button disabledBecause={steps.refusal} onClick={() => steps.go('settle')}>
          Settle manually…
        </Button>
        <Button variant="primary" onClick={onClose}>
          Leave unconfirmed
        </Button>
      </WithActionId>
    )
  }
  if (action?.contradiction) return <SettleAnew action={action} result={result} steps={steps} onClose={onClose} />
  return (
    <WithActionId actionId={action?.actionId} onClose={onClose}>
      {mayUndoAtOnce(result) && <UndoAtOnce result={result} />}
      <Button key={action?.actionId} ref={focusOnMount} variant="primary" onClick={onClose}>
        Close
      </Button>
    </WithActionId>
  )
}

const mayUndoAtOnce = (result: Result) =>
  result.action?.undoes === null && result.view === 'done' && (result.action.undo.possible || result.isUnanswered)

/** What keeps an action from being sent again: a reason of its own, or a warning that the person hasn't ticked yet. */
function whyNotSentAgain({ sendAgain }: Action, { isWarned }: ResultSteps): string | undefined {
  if (!sendAgain.possible) return sendAgain.why
  return sendAgain.warning !== null && !isWarned ? 'Tick the box above first' : undefined
}

/**
 * The person has just seen what was done, so this undo asks nothing more. An undo itself is taken back from the lists only, where it
 * is looked at first: here a second click on the same place would silently put everything back.
 */
function UndoAtOnce({ result: { action, sendingSince, sendAfterIt } }: { result: Result }) {
  if (!action) return null
  return (
    <Button aria-busy={sendingSince !== null || undefined} onClick={() => void sendAfterIt('undo', action)}>
      <Icon of={Undo2} size={14} />
      {sendingSince === null ? 'Undo' : 'Undoing…'}
    </Button>
  )
}

/** The service has the last word; a person says that they have seen it. */
function SettleAnew({ action, result: { settle }, steps, onClose }: Props & { action: Action }) {
  const words = describeContradiction(action, 'UTC')
  return (
    <WithActionId actionId={action.actionId} onClose={onClose}>
      <Button onClick={onClose}>Close</Button>
      {words && (
        <Button
          variant="primary"
          disabled={settle.isPending}
          disabledBecause={steps.refusal}
          tipPlace={{ align: 'end' }}
          onClick={() => settle.mutate({ as: words.as, how: 'checked', reason: 'The service answered it late' })}
        >
          {words.verb}
        </Button>
      )}
    </WithActionId>
  )
}

function SettleFoot({ result: { settle }, steps: { settling, go } }: Pick<Props, 'result' | 'steps'>) {
  const reason = settling.reason.trim()
  const missing = settling.as === null ? 'Choose an outcome' : reason === '' ? 'Enter how you know' : undefined
  return (
    <>
      <Button ref={focusOnMount} onClick={() => go('look')}>
        Back
      </Button>
      <Button
        variant="primary"
        disabledBecause={missing}
        disabled={settle.isPending}
        onClick={() => settling.as && settle.mutate({ as: settling.as, how: 'by-hand', reason })}
      >
        Settle
      </Button>
    </>
  )
}

function WithActionId({
  actionId,
  onClose,
  children,
}: {
  actionId: string | undefined
  onClose: () => void
  children: ReactNode
}) {
  return (
    <>
      {actionId && (
        <span className="mr-auto inline-flex items-center gap-1.5 text-meta text-muted max-sm:hidden">
          <Link href={`/journal?entry=${actionId}`} prefetch={false} onClick={onClose} className="text-accent hover:underline">
            Journal
          </Link>
          <Ident value={actionId} align="start" />
        </span>
      )}
      {children}
    </>
  )
}
