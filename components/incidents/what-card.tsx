import { Ticket } from 'lucide'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { CommandOffer } from '@/lib/incidents/command'

/** A plan as it's typed. */
export type PlanValues = {
  verb: CommandOffer['name']
  /** An end date is one day for all, or so many days after each row's own. */
  by: 'day' | 'days'
  day: string
  days: string
  reason: string
  ticket: string
  rate: string
  unknown: 'read' | 'leave-out'
}

const maxReason = 255

type Props = {
  form: UseFormReturn<PlanValues>
  offers: readonly CommandOffer[]
  /** The words of an incident that undoes another: what it does isn't chosen. */
  fixed: string | null
  canRead: boolean
}

/** What is done to each: one of the commands that set a value, why, and for which ticket. */
export function WhatCard({ form, offers, fixed, canRead }: Props) {
  const { register, control, formState } = form
  const { errors } = formState
  const [reason, unknown] = useWatch({ control, name: ['reason', 'unknown'] })
  return (
    <Card aria-labelledby="what">
      <CardHead title="What" id="what" />
      <CardBody className="grid gap-3">
        {fixed === null ? <Command form={form} offers={offers} /> : <p className="font-medium text-table">{fixed}</p>}
        <Field label="Reason" aside={`${reason.length} / ${maxReason}`} error={errors.reason?.message}>
          {(field) => (
            <Input
              {...field}
              {...register('reason', {
                validate: (text) =>
                  text.trim() === '' ? 'Enter a reason' : text.length <= maxReason || `Use ${maxReason} characters or fewer`,
              })}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Ticket" aside="optional" error={errors.ticket?.message}>
          {(field) => (
            <Input
              {...field}
              {...register('ticket', { maxLength: { value: 64, message: 'Use 64 characters or fewer' } })}
              icon={Ticket}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        {canRead && (
          <div className="grid gap-1.5">
            <span className="font-medium text-table">Rows with unknown values</span>
            <SegmentedControl
              label="Rows with unknown values"
              className="justify-self-start"
              segments={[
                { value: 'read', label: 'Load first' },
                { value: 'leave-out', label: 'Leave out' },
              ]}
              value={unknown}
              onChange={(next) => form.setValue('unknown', next, { shouldDirty: true })}
            />
          </div>
        )}
      </CardBody>
    </Card>
  )
}

function Command({ form, offers }: Pick<Props, 'form' | 'offers'>) {
  const { register, control } = form
  const chosen = useWatch({ control, name: 'verb' })
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="sr-only">Command</legend>
      {offers.map(({ name, words }) => (
        <label
          key={name}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control border px-2.5 font-medium text-table hover:bg-hover has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-checked:ring-inset has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-solid has-focus-visible:outline-offset-2 max-sm:min-h-10"
        >
          <input type="radio" value={name} {...register('verb')} className="size-3.5 accent-primary focus-visible:outline-none" />
          {words}
        </label>
      ))}
      <p className="text-meta text-muted">Only commands that set a value. Renewals, downgrades and e-mails stay one by one.</p>
      {offers.find(({ name }) => name === chosen)?.takesDay && <EndDate form={form} />}
    </fieldset>
  )
}

function EndDate({ form }: { form: UseFormReturn<PlanValues> }) {
  const { register, control, formState } = form
  const by = useWatch({ control, name: 'by' })
  return (
    <div className="grid gap-2">
      <SegmentedControl
        label="End date"
        className="justify-self-start"
        segments={[
          { value: 'day', label: 'One day for all' },
          { value: 'days', label: 'Days after each' },
        ]}
        value={by}
        onChange={(next) => form.setValue('by', next, { shouldDirty: true })}
      />
      {by === 'day' ? (
        <Field
          label="New end date"
          hint="At least three days ahead, so that no row renews today."
          error={formState.errors.day?.message}
        >
          {(field) => (
            <Input
              {...field}
              {...register('day', { validate: (day, { by: now }) => now !== 'day' || day !== '' || 'Choose a day' })}
              type="date"
            />
          )}
        </Field>
      ) : (
        <Field
          label="Days after its end date"
          hint="Counted from the end date that each row has when it’s sent."
          error={formState.errors.days?.message}
        >
          {(field) => (
            <Input
              {...field}
              {...register('days', {
                validate: (days, { by: now }) =>
                  now !== 'days' || (/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= 366) || 'Use 1 to 366 days',
              })}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Field>
      )}
    </div>
  )
}
