'use client'

import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { PickChips } from '@/components/ui/pick-chips'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import { isReasoned } from '@/lib/commands/reason-presets'
import { type VerbName, verbSetting, verbWords } from '@/lib/commands/verb-words'
import type { CommandField } from '@/lib/commands/verbs'
import { cn } from '@/lib/core/cn'
import { problemWords } from '@/lib/core/problem-words'
import type { FormDay } from '@/lib/operations/declare/command-words'
import { useActions } from './actions-provider'
import { BuyerAddressField } from './buyer-address-field'
import { CommandFailureNotice } from './command-failure-notice'
import { EffectBlocks, insteadIn } from './effect-blocks'
import { EmailField } from './email-field'
import type { ActionsContext, Target } from './opening'
import { ProductField } from './product-field'
import { SignInLink } from './sign-in-link'
import { SigningLine } from './signing-line'
import { TextField } from './text-field'
import { TicketField } from './ticket-field'
import { UnsettledNotice } from './unsettled-notice'

type Props = {
  target: Target
  command: VerbForm
  context: ActionsContext
  day: FormDay
  typedWord: string
  onTypeWord: (word: string) => void
}

/** The dialog before it is sent, and while it is: what it does, then what a person has to say. */
export function CommandBody({ target, command, context, day, typedWord, onTypeWord }: Props) {
  const { verb, preview, failure, state, wantsAddress } = command
  const isSending = state.phase === 'sending'
  const refusedAsItStands = failure?.kind === 'refused' && preview.current
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure && <CommandFailureNotice failure={failure} isOwn={command.isOwn} keeping={command.keeping} />}
      {!failure && command.keeping === 'signed-out' && <SignedOutWhileTyping />}
      {preview.shown?.unsettled && !isSending && (
        <UnsettledNotice
          unsettled={preview.shown.unsettled}
          acknowledged={command.acknowledged === preview.shown.unsettled.actionId}
          onAcknowledge={(yes) => command.setAcknowledged(yes ? (preview.shown?.unsettled?.actionId ?? null) : null)}
        />
      )}
      {!refusedAsItStands && <EffectPreview command={command} />}
      {isSending ? (
        <p aria-live="polite" className="text-muted text-table">
          You can leave this page. If no answer arrives within 15 s, the action is marked unconfirmed.
        </p>
      ) : (
        <>
          {verb.danger && <Instead verb={verbSetting(target.kind, verb.danger.instead)} command={command} target={target} />}
          <VerbFields form={command} target={target} context={context} day={day} />
          {wantsAddress && <BuyerAddressField command={command} />}
          <div className={cn('grid gap-4', (verb.danger || verb.fields.includes('comment')) && 'sm:grid-cols-2')}>
            {verb.danger && (
              <Field label={`Type ${verb.danger.type}`}>
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
          <SigningLine buyerAddress={preview.shown?.buyerAddress} />
        </>
      )}
    </form>
  )
}

type FieldsProps = { form: VerbForm; target: Target; context: ActionsContext; day: FormDay }

/** What a person types for a verb, field by field. A comment stands beside the ticket, and a verb that needs nothing has no field. */
function VerbFields(props: FieldsProps) {
  const { fields } = props.form.verb
  return fields.filter((field) => field !== 'comment').map((field) => <VerbField key={field} field={field} {...props} />)
}

function VerbField({ field, form, target, context, day }: FieldsProps & { field: CommandField }): ReactNode {
  if (field === 'email')
    return <EmailField form={form.form} merchant={context.merchant} buyerId={context.buyer.id} ticket={context.ticket} />
  if (field === 'reason') return <ReasonField form={form} required={form.verb.reason === 'required'} />
  if (field === 'productId') return <ProductField form={form.form} target={target} context={context} />
  const drawn = form.verb.draws?.[field]
  if (!drawn) return null
  return (
    <TextField
      form={form.form}
      name={field}
      label={drawn.label}
      type={drawn.kind}
      {...drawn.bounds?.(day)}
      aside={drawn.aside?.(form.values[field], day)}
      hint={drawn.hint?.(day)}
    />
  )
}

function EffectPreview({ command: { verb, preview, state, wantsAddress, addressError, isValid } }: { command: VerbForm }) {
  if (preview.error && !preview.shown && addressError === undefined) return <ProblemNotice {...problemWords(preview.error)} />
  if (wantsAddress && !preview.shown) return null
  if (!isValid)
    return (
      <p className="grid min-h-16 place-items-center rounded-control border border-dashed px-3 text-center text-muted text-table">
        {toSee(verb.fields)}
      </p>
    )
  return (
    <EffectBlocks
      preview={preview.shown}
      charges={verb.danger !== undefined}
      isStale={!preview.current}
      isSending={state.phase === 'sending'}
    />
  )
}

/** What is missing before anything can be foreseen. */
function toSee(fields: readonly CommandField[]): string {
  if (fields.includes('email')) return 'Enter the new e-mail address to preview the change.'
  return fields.includes('productId') ? 'Choose a product to preview the change.' : 'Choose a date to preview the change.'
}

/** Who meant to end a subscription must not renew it. */
function Instead({ verb, command, target }: { verb: VerbName; command: VerbForm; target: Target }) {
  const { open } = useActions()
  const says = insteadIn(command.preview.shown)
  if (says === null) return null
  return (
    <Notice
      kind="neutral"
      icon={Info}
      actions={
        target.autocharge !== false && (
          <Button size="small" onClick={() => open({ kind: 'command', verb, target })}>
            {verbWords[verb]}
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
    <b className="font-semibold">You were signed out.</b> Sign in again in another tab, then continue here.
  </Notice>
)

const Restored = ({ command }: { command: VerbForm }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-meta text-muted">
    Your unsent draft has been restored.
    <Button variant="link" onClick={command.startAfresh}>
      Start over
    </Button>
  </p>
)

const longestReason = 255

/** Why, in the words that go to the service. A preset fills the field, where it may be completed. */
function ReasonField({ form: { form, verb }, required }: { form: VerbForm; required: boolean }) {
  const { reasons } = useActions().context
  const { field, fieldState } = useController({ control: form.control, name: 'reason' })
  const text = field.value ?? ''
  const count = [...text.trim()].length // as the server counts: an emoji is one
  const { name } = verb.operation
  const presets = isReasoned(name) ? reasons[name] : []
  const choose = (preset: string) =>
    form.setValue('reason', preset, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return (
    <Field
      label="Reason"
      aside={`${required ? '' : 'optional, '}${count} / ${longestReason}`}
      error={fieldState.error?.message ?? (count > longestReason ? `Use ${longestReason} characters or fewer` : undefined)}
    >
      {(control) => (
        <>
          <PickChips texts={presets} text={text} onPick={choose} />
          <Input {...control} {...field} value={text} dir="auto" autoComplete="off" />
        </>
      )}
    </Field>
  )
}
