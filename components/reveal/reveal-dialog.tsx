import { useState } from 'react'
import { AccountMark } from '@/components/ui/account-mark'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Ident } from '@/components/ui/ident'
import { Input } from '@/components/ui/input'
import { PickChips } from '@/components/ui/pick-chips'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { ticketTrouble, useTicket } from '@/lib/client/commands/use-ticket'
import { askToReveal } from '@/lib/client/reveal/ask-to-reveal'
import { limits } from '@/lib/limits'
import { problemWords } from '@/lib/problem-words'
import { type Revealable, revealReasons, revealSeconds } from '@/lib/reveal'
import type { RevealAbout } from './reveal-about'
import { RevealChoice } from './reveal-choice'

type Props = { what: Revealable; about: RevealAbout; onClose: () => void }

const most = 255

/** Why somebody needs to see what is masked, and which of it. The answer is shown on the page, not here. */
export function RevealDialog({ what, about, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly Revealable[]>([what])
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useTicket(about.ticket)
  const [state, setState] = useState<'asking' | 'sending' | Error>('asking')
  const length = [...reason.trim()].length
  const isComplete = chosen.length > 0 && length > 0 && length <= most && ticketTrouble(ticket) === null

  async function reveal() {
    if (!isComplete || state === 'sending') return
    setState('sending')
    try {
      await askToReveal(about, { fields: chosen, reason: reason.trim(), ticket })
      onClose()
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reveal"
      subtitle={
        <span className="inline-flex flex-wrap items-center gap-1.5">
          Personal values of buyer <Ident value={about.buyerId} head={0} side="bottom" /> on
          <AccountMark colour={about.account.colour} /> {about.account.name}
          <span className="font-mono text-meta">{about.account.code}</span>
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton
            variant="primary"
            sending={state === 'sending'}
            onClick={() => void reveal()}
            disabledBecause={isComplete ? undefined : chosen.length === 0 ? 'choose a value' : 'say why'}
          >
            Reveal
          </SendingButton>
        </>
      }
    >
      <RevealChoice chosen={chosen} role={about.role} onChange={setChosen} />
      <Field label="Reason" aside={`${length} / ${most}`} error={length > most ? `At most ${most} characters` : undefined}>
        {(control) => (
          <>
            <PickChips texts={revealReasons} text={reason} onPick={setReason} />
            <Input
              {...control}
              dir="auto"
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </>
        )}
      </Field>
      <Field label="Ticket" aside="remembered for this session" error={ticketTrouble(ticket) ?? undefined}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={ticket}
            onChange={(event) => setTicket(event.target.value)}
          />
        )}
      </Field>
      <p className="text-meta text-muted">
        The journal keeps who saw what and why, before it is shown. It is masked again after {revealSeconds} seconds. The limit is{' '}
        {limits.reveals.words}.
      </p>
      {state instanceof Error && <ProblemNotice {...problemWords(state)} />}
    </Dialog>
  )
}
