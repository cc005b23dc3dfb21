'use client'

import { Button } from '@/components/ui/button'
import { SendingButton } from '@/components/ui/sending-button'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import { cn } from '@/lib/core/cn'
import { formatDay } from '@/lib/core/dates'
import { may } from '@/lib/core/roles'
import type { FormDay } from '@/lib/operations/declare/command-words'
import { FindThatBuyer } from './find-that-buyer'
import { focusOnMount } from './focus-on-mount'
import type { ActionsContext } from './opening'

type Props = {
  command: VerbForm
  context: ActionsContext
  day: FormDay
  /** The name of the product that is chosen, where there is one. */
  chosen: string | null
  disabledBecause: string | undefined
  onClose: () => void
}

/** Back, and the verb with what it comes to: as wide for every choice, so that neither button moves. */
export function CommandFoot({ command, context, day, chosen, disabledBecause, onClose }: Props) {
  const { verb, state, failure, preview } = command
  if (state.phase === 'asked') {
    return (
      <Button ref={focusOnMount} variant="primary" onClick={onClose}>
        Close
      </Button>
    )
  }
  const needsApproval = preview.shown?.approval != null
  const outcome = command.isValid ? verb.outcome?.(command.values, chosen) : null
  const isTaken = failure?.kind === 'refused' && failure.problem.status === 409 && command.values.email
  return (
    <>
      {isTaken && (
        <FindThatBuyer
          merchant={context.merchant.code}
          email={command.values.email ?? ''}
          ticket={context.ticket}
          onClose={onClose}
        />
      )}
      <span
        className={cn('min-w-0 text-meta text-muted max-sm:basis-full', needsApproval && verb.outcome ? 'basis-full' : 'flex-1')}
      >
        {describeFoot(command, context, day)}
      </span>
      <Button
        key={failure ? 'again' : 'first'}
        ref={failure ? focusOnMount : undefined}
        disabled={state.phase === 'sending'}
        className={verb.outcome && 'max-sm:flex-none!'}
        onClick={onClose}
      >
        Back
      </Button>
      <SendingButton
        variant={verb.danger ? 'danger' : 'primary'}
        sending={command.pressedAt !== null}
        disabledBecause={disabledBecause}
        tipPlace={{ align: 'end' }}
        className={verb.outcome && cn('max-sm:flex-1! [&>button]:w-full', dayDrawn(verb) ? 'sm:w-72' : 'sm:w-90')}
        onClick={() => void command.send()}
      >
        {needsApproval ? 'Request approval' : `${outcome ?? verb.words}${preview.shown?.passkey ? ' with your passkey' : ''}`}
      </SendingButton>
    </>
  )
}

/** What draws the day of a verb, which is said beside the buttons; the name of a product needs that room for itself. */
function dayDrawn({ draws }: VerbForm['verb']) {
  const drawn = Object.values(draws ?? {}).find((each) => each?.kind === 'day')
  return drawn?.kind === 'day' ? drawn : null
}

function describeFoot({ verb, preview }: VerbForm, { role }: ActionsContext, day: FormDay): string | null {
  if (preview.shown?.approval) return preview.shown.approval
  if (verb.danger) return may(role, 'renewWithoutApproval') ? 'You don’t need approval' : null
  const drawn = dayDrawn(verb)
  return drawn ? `The earliest day is ${formatDay(drawn.bounds(day).min)}.` : null
}
