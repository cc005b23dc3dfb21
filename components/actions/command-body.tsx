'use client'

import { Info } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { CommandForm } from '@/lib/client/commands/use-command-form'
import { cn } from '@/lib/cn'
import { problemWords } from '@/lib/problem-words'
import { type VerbName, verbWords } from '@/lib/verb-words'
import type { CommandField } from '@/lib/verbs'
import { useActions } from './actions-provider'
import { BuyerAddressField } from './buyer-address-field'
import { dangerWord } from './danger-word'
import { EffectBlocks, insteadIn } from './effect-blocks'
import type { ActionsDesk, Target } from './opening'
import { SignInLink } from './sign-in-link'
import { SigningLine } from './signing-line'
import { TextField } from './text-field'
import { TicketField } from './ticket-field'
import { TroubleNotice } from './trouble-notice'
import { UnsettledNotice } from './unsettled-notice'
import { VerbFields } from './verb-fields'

type Props = {
  name: VerbName
  target: Target
  command: CommandForm
  desk: ActionsDesk
  today: string
  tomorrow: string
  typedWord: string
  onTypeWord: (word: string) => void
}

/** The dialog before it is sent, and while it is: what it does, then what a person has to say. */
export function CommandBody({ name, target, command, desk, today, tomorrow, typedWord, onTypeWord }: Props) {
  const { verb, preview, trouble, state, wantsAddress } = command
  const isSending = state.phase === 'sending'
  const refusedAsItStands = trouble?.kind === 'refused' && preview.current
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {trouble && <TroubleNotice trouble={trouble} />}
      {!trouble && command.unkept === 'signed-out' && <SignedOutWhileTyping />}
      {preview.shown?.unsettled && !isSending && (
        <UnsettledNotice
          unsettled={preview.shown.unsettled}
          acknowledged={command.acknowledged === preview.shown.unsettled.actionId}
          onAcknowledge={(yes) => command.setAcknowledged(yes ? (preview.shown?.unsettled?.actionId ?? null) : null)}
        />
      )}
      {!refusedAsItStands && <Foreseen command={command} />}
      {isSending ? (
        <p aria-live="polite" className="text-muted text-table">
          You may leave. Without an answer after 15 s it is kept as unconfirmed.
        </p>
      ) : (
        <>
          {verb.danger && <Instead command={command} target={target} />}
          <VerbFields verb={name} form={command} target={target} desk={desk} today={today} tomorrow={tomorrow} />
          {wantsAddress && <BuyerAddressField command={command} />}
          <div className={cn('grid gap-4', (verb.danger || verb.fields.includes('comment')) && 'sm:grid-cols-2')}>
            {verb.danger && (
              <Field label={`Type ${dangerWord}`}>
                {(control) => (
                  <Input
                    {...control}
                    value={typedWord}
                    onChange={(event) => onTypeWord(event.target.value)}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                  />
                )}
              </Field>
            )}
            <TicketField ticket={command.ticket} onChange={command.setTicket} />
            {verb.fields.includes('comment') && (
              <TextField form={command.form} name="comment" label="Comment" aside="optional" dir="auto" />
            )}
          </div>
          {command.isRestored && <Restored command={command} />}
          {preview.shown && <SigningLine buyerAddress={preview.shown.buyerAddress} />}
        </>
      )}
    </form>
  )
}

function Foreseen({ command: { verb, preview, state, wantsAddress, addressTrouble, isSound } }: { command: CommandForm }) {
  if (preview.error && !preview.shown && addressTrouble === undefined) return <ProblemNotice {...problemWords(preview.error)} />
  if (wantsAddress && !preview.shown) return null
  if (!isSound)
    return (
      <p className="grid min-h-16 place-items-center rounded-control border border-dashed px-3 text-center text-muted text-table">
        {toSee(verb.fields)}
      </p>
    )
  return (
    <EffectBlocks
      preview={preview.shown}
      charges={verb.danger === true}
      isStale={!preview.current}
      isSending={state.phase === 'sending'}
    />
  )
}

/** What is missing before anything can be foreseen. */
function toSee(fields: readonly CommandField[]): string {
  if (fields.includes('email')) return 'Type the new e-mail to see what it changes.'
  return fields.includes('productId') ? 'Choose a product to see what it changes.' : 'Choose a date to see what it changes.'
}

/** Who meant to end a subscription must not renew it. */
function Instead({ command, target }: { command: CommandForm; target: Target }) {
  const { open } = useActions()
  const says = insteadIn(command.preview.shown)
  if (says === null) return null
  return (
    <Notice
      kind="neutral"
      icon={Info}
      actions={
        target.autocharge !== false && (
          <Button size="small" onClick={() => open({ kind: 'command', verb: 'autochargeOff', target })}>
            {verbWords.autochargeOff}
          </Button>
        )
      }
    >
      {says}
    </Notice>
  )
}

const SignedOutWhileTyping = () => (
  <Notice kind="deferred" role="alert" actions={<SignInLink inNewTab />}>
    <b className="font-semibold">You were signed out.</b> Sign in again in another tab, then go on here.
  </Notice>
)

const Restored = ({ command }: { command: CommandForm }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-meta text-muted">
    What you typed the last time is back.
    <Button variant="link" onClick={command.startAfresh}>
      Start afresh
    </Button>
  </p>
)
