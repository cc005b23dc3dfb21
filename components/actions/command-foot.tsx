'use client'

import { Button } from '@/components/ui/button'
import { SendingButton } from '@/components/ui/sending-button'
import type { CommandForm } from '@/lib/client/commands/use-command-form'
import { may } from '@/lib/roles'
import { FindThatBuyer } from './find-that-buyer'
import { focusOnMount } from './focus-on-mount'
import type { ActionsDesk } from './opening'

type Props = { command: CommandForm; desk: ActionsDesk; held: string | undefined; onClose: () => void }

/** Back, and the verb. */
export function CommandFoot({ command, desk, held, onClose }: Props) {
  const { verb, state, trouble, preview } = command
  if (state.phase === 'asked') {
    return (
      <Button ref={focusOnMount} variant="primary" onClick={onClose}>
        Close
      </Button>
    )
  }
  const needsApproval = preview.shown?.approval != null
  const isTaken = trouble?.kind === 'refused' && trouble.problem.status === 409 && command.values.email
  return (
    <>
      {isTaken && (
        <FindThatBuyer merchant={desk.merchant.code} email={command.values.email ?? ''} ticket={desk.ticket} onClose={onClose} />
      )}
      <span className="min-w-0 flex-auto text-meta text-muted max-sm:basis-full">{footWords(command, desk, needsApproval)}</span>
      <Button
        key={trouble ? 'again' : 'first'}
        ref={trouble ? focusOnMount : undefined}
        disabled={state.phase === 'sending'}
        onClick={onClose}
      >
        Back
      </Button>
      <SendingButton
        variant={verb.danger ? 'danger' : 'primary'}
        sending={command.pressedAt !== null}
        disabledBecause={held}
        tipPlace={{ align: 'end' }}
        onClick={() => void command.send()}
      >
        {needsApproval ? 'Ask for approval' : verb.words}
      </SendingButton>
    </>
  )
}

function footWords({ verb, preview }: CommandForm, { role }: ActionsDesk, needsApproval: boolean): string | null {
  if (needsApproval) return preview.shown?.approval ?? null
  return verb.danger && may(role, 'renewWithoutApproval')
    ? `You are ${role === 'admin' ? 'an' : 'a'} ${role}, no approval needed`
    : null
}
