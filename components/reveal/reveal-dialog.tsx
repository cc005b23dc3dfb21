import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Ident } from '@/components/ui/ident'
import { Input } from '@/components/ui/input'
import { MerchantMark } from '@/components/ui/merchant-mark'
import { PickChips } from '@/components/ui/pick-chips'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { ticketError, useTicket } from '@/lib/client/use-ticket'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import { describeLimit } from '@/lib/people/limits'
import { askToReveal } from '@/lib/reveal/client/ask-to-reveal'
import { type Revealable, revealables, revealLabels, revealReasons, revealSeconds } from '@/lib/reveal/reveal'
import type { RevealAbout } from './reveal'

type Props = { of: readonly Revealable[]; about: RevealAbout; onClose: () => void }

const max = 255

/** Asks which masked values to reveal, and why. The values appear on the page, not in the dialog. */
export function RevealDialog({ of, about, onClose }: Props) {
  const [chosen, setChosen] = useState(of)
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useTicket(about.ticket)
  const [state, setState] = useState<'asking' | 'sending' | Error>('asking')
  const length = [...reason.trim()].length
  const isComplete = chosen.length > 0 && length > 0 && length <= max && ticketError(ticket) === null

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
          <MerchantMark colour={about.merchantInfo.colour} /> {about.merchantInfo.name}
          <span className="font-mono text-meta">{about.merchantInfo.code}</span>
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton
            variant="primary"
            sending={state === 'sending'}
            onClick={() => void reveal()}
            disabledBecause={isComplete ? undefined : chosen.length === 0 ? 'Choose a value' : 'Enter a reason'}
          >
            Reveal
          </SendingButton>
        </>
      }
    >
      <RevealChoice chosen={chosen} role={about.role} onChange={setChosen} />
      <Field label="Reason" aside={`${length} / ${max}`} error={length > max ? `Use ${max} characters or fewer` : undefined}>
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
      <Field label="Ticket" aside="kept for this session" error={ticketError(ticket) ?? undefined}>
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
        Before a value is shown, the journal records who sees it and why. Values are masked again after {revealSeconds} seconds.
        Limit: {describeLimit('reveals', about.role)}.
      </p>
      {state instanceof Error && <ProblemNotice {...describeProblem(state)} />}
    </Dialog>
  )
}

type RevealChoiceProps = { chosen: readonly Revealable[]; role: Role; onChange: (chosen: Revealable[]) => void }

/** Which values: as few as the reason needs. A card's first digits are for finance. */
function RevealChoice({ chosen, role, onChange }: RevealChoiceProps) {
  const refusal = (what: Revealable) => (what === 'card' && !may(role, 'revealCard') ? needsRole('revealCard') : null)
  const toggle = (what: Revealable) => onChange(revealables.filter((each) => (each === what) !== chosen.includes(each)))
  return (
    <fieldset className="grid gap-x-4 sm:grid-cols-2">
      <legend className="pb-1 font-medium text-table">Values to reveal</legend>
      {revealables.map((what) => {
        const refused = refusal(what)
        return (
          <label key={what} className="flex min-h-7 min-w-0 items-center gap-2 text-table max-sm:min-h-10">
            <input
              type="checkbox"
              checked={chosen.includes(what)}
              aria-disabled={refused !== null}
              onChange={() => refused === null && toggle(what)}
              className="size-4 flex-none accent-primary"
            />
            <span className="min-w-0">
              {revealLabels[what]}
              {refused && <span className="text-muted">, {refused}</span>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
