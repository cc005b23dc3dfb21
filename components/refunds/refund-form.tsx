import { Ticket } from 'lucide-react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ticketTrouble } from '@/lib/client/commands/use-ticket'
import { formatAmount } from '@/lib/money'
import type { Refundable } from '@/lib/refunds/refund'
import { amountTrouble } from '@/lib/refunds/refund-amount'
import { refundReasons } from '@/lib/refunds/refund-reasons'
import { ChargeLine } from './charge-line'
import { EarlierRefunds } from './earlier-refunds'
import { ReasonInput } from './reason-input'
import { RefundMeter } from './refund-meter'
import { RefundPreview } from './refund-preview'

export type RefundFields = { amount: string; reason: string; ticket: string }

type Props = {
  refundable: Refundable
  fields: RefundFields
  errors: Partial<Record<keyof RefundFields, string | undefined>>
  onChange: (changed: Partial<RefundFields>) => void
}

/** The charge, how much of it, why, and what becomes of it. */
export function RefundForm({ refundable, fields, errors, onChange }: Props) {
  const { charge, currency, left, requested, places, earlier } = refundable
  const isSound = amountTrouble(fields.amount, { currency, places, left }) === null
  return (
    <>
      <ChargeLine charge={charge} />
      <RefundMeter
        received={charge.amount}
        before={requested}
        amount={isSound ? fields.amount.trim() : null}
        currency={currency}
      />
      <EarlierRefunds refunds={earlier} />
      {charge.doubts.map((doubt) => (
        <Notice key={doubt} kind="deferred">
          {doubt}
        </Notice>
      ))}
      <Field
        label={`Amount, ${currency}`}
        aside={`at most ${formatAmount(left)}`}
        hint="With a point before the fraction digits."
        error={errors.amount}
      >
        {(control) => (
          <Input
            {...control}
            value={fields.amount}
            inputMode="decimal"
            autoComplete="off"
            className="tabular-nums"
            onChange={(event) => onChange({ amount: event.target.value })}
          />
        )}
      </Field>
      <ReasonInput
        presets={refundReasons}
        value={fields.reason}
        error={errors.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <Field label="Ticket" aside="remembered for this session" error={ticketTrouble(fields.ticket) ?? errors.ticket}>
        {(control) => (
          <Input
            {...control}
            icon={Ticket}
            value={fields.ticket}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ticket: event.target.value })}
          />
        )}
      </Field>
      <RefundPreview charge={charge} currency={currency} />
    </>
  )
}
