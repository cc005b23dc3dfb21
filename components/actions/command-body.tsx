'use client'

import { Info } from 'lucide'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { PickChips } from '@/components/ui/pick-chips'
import { SignInLink } from '@/components/ui/sign-in-link'
import { TypedWord } from '@/components/ui/typed-word'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import { isReasoned } from '@/lib/commands/reason-presets'
import { type VerbName, verbLabels, verbSetting } from '@/lib/commands/verb-words'
import type { CommandField } from '@/lib/commands/verbs'
import { cn } from '@/lib/core/cn'
import type { FormDay } from '@/lib/operations/declare/command-words'
import { useActions } from './actions-provider'
import { BuyerAddressField } from './buyer-address-field'
import { CommandFailureNotice, HeldBackNotice } from './command-failure-notice'
import { DayField } from './day-field'
import { insteadIn } from './effect-blocks'
import { EmailField } from './email-field'
import type { ActionsContext, Target } from './opening'
import { PreviewPanel } from './preview-panel'
import { PlanSwing, ProductField } from './product-field'
import { SigningLine } from './signing-line'
import { TextField } from './text-field'
import { TicketField } from './ticket-field'
import { UnsettledNotice } from './unsettled-notice'
import { useKnownSubscription } from './use-known-subscription'
import type { PlanChange } from './use-plan-change'

type Props = {
  target: Target
  command: VerbForm
  context: ActionsContext
  day: FormDay
  /** The plan that is chosen, with its prices, where the verb is about one. */
  plan: PlanChange | null
  typedWord: string
  onTypeWord: (word: string) => void
}

/** The dialog before it is sent, and while it is: what a person chooses, what that does, then why. */
export function CommandBody({ target, command, context, day, plan, typedWord, onTypeWord }: Props) {
  const { verb, preview, failure, state, wantsAddress } = command
  const isSending = state.phase === 'sending'
  const refusedAsItStands = failure?.kind === 'refused' && preview.current
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure && <CommandFailureNotice failure={failure} isOwn={command.isOwn} keeping={command.keeping} />}
      {command.isHeldBack && <HeldBackNotice wantsAddress={command.wantsAddress} />}
      {!failure && command.keeping === 'signed-out' && <SignedOutWhileTyping />}
      {/* While it is sent everything stays where it is, for the next press may come at once. */}
      <fieldset disabled={isSending} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {preview.shown?.unsettled && (
          <UnsettledNotice
            unsettled={preview.shown.unsettled}
            acknowledged={command.acknowledged === preview.shown.unsettled.actionId}
            onAcknowledge={(yes) => command.setAcknowledged(yes ? (preview.shown?.unsettled?.actionId ?? null) : null)}
          />
        )}
        <VerbFields fields={choices(verb.fields)} form={command} target={target} context={context} day={day} />
        {wantsAddress && <BuyerAddressField command={command} />}
        {!refusedAsItStands && (
          <PreviewPanel command={command} priced={plan && { field: 'product', swing: <PlanSwing {...plan} /> }}>
            {verb.danger && <Instead verb={verbSetting(target.kind, verb.danger.instead)} command={command} target={target} />}
          </PreviewPanel>
        )}
        {verb.fields.includes('reason') && <ReasonField form={command} required={!verb.optional.includes('reason')} />}
        <div className={cn('grid gap-4', (verb.danger || verb.fields.includes('comment')) && 'sm:grid-cols-2')}>
          {verb.danger && <TypedWord word={verb.danger.type} typed={typedWord} onType={onTypeWord} />}
          <TicketField ticket={command.ticket} onChange={command.setTicket} />
          {verb.fields.includes('comment') && (
            <TextField form={command.form} name="comment" label="Comment" aside="optional" dir="auto" />
          )}
        </div>
        {/* Its lines are kept: what is in them comes with the preview, and with the press. */}
        <div className="min-h-8">
          {isSending ? (
            <p aria-live="polite" className="text-meta text-muted">
              You can leave this page. If no answer arrives within 15 s, the action is marked unconfirmed.
            </p>
          ) : (
            <SigningLine buyerAddress={preview.shown?.buyerAddress} />
          )}
        </div>
        {command.isRestored && <Restored command={command} />}
      </fieldset>
    </form>
  )
}

/** What decides what the verb does comes before its preview; why it is done, after. */
const choices = (fields: readonly CommandField[]) => fields.filter((field) => field !== 'reason' && field !== 'comment')

type FieldsProps = { form: VerbForm; target: Target; context: ActionsContext; day: FormDay }

/** What a person chooses for a verb, field by field. */
function VerbFields({ fields, ...props }: FieldsProps & { fields: readonly CommandField[] }) {
  return fields.map((field) => <VerbField key={field} field={field} {...props} />)
}

function VerbField({ field, form, target, context, day }: FieldsProps & { field: CommandField }): ReactNode {
  const subscription = useKnownSubscription(target.id, context)
  if (field === 'email')
    return <EmailField form={form.form} merchant={context.merchant} buyerId={context.buyer.id} ticket={context.ticket} />
  if (field === 'productId') return <ProductField form={form.form} target={target} context={context} />
  const words = form.verb.draws?.[field]
  if (!words) return null
  if (words.kind === 'text') return <TextField form={form.form} name={field} label={words.label} hint={words.hint} />
  return <DayField form={form.form} name={field} words={words} day={day} subscription={subscription} />
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
            {verbLabels[verb]}
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
    {command.wasSent
      ? 'This form was sent before, and we didn’t get its answer here. Send it again to see the outcome.'
      : 'Your unsent draft has been restored.'}
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
