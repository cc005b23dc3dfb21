import { Ticket } from 'lucide'
import type { ReactNode } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ticketError } from '@/lib/client/use-ticket'
import { formatDay, serviceTime } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import { describePlace, type Refundable, type RefundedCharge } from '@/lib/refunds/refund'
import { amountError } from '@/lib/refunds/refund-amount'
import { refundReasons } from '@/lib/refunds/refund-reasons'
import { EarlierRefunds } from './earlier-refunds'
import { ReasonInput } from './reason-input'
import { RefundMeter } from './refund-meter'

export type RefundFields = { amount: string; reason: string; ticket: string }

type Props = {
  refundable: Refundable
  /** Whether what was requested may be more than is known. */
  isOutdated: boolean
  fields: RefundFields
  errors: Partial<Record<keyof RefundFields, string | undefined>>
  onChange: (changed: Partial<RefundFields>) => void
  /** What the amount brings up. */
  children: ReactNode
}

/** The charge, the amount, the reason, and what happens next. */
export function RefundForm({ refundable, isOutdated, fields, errors, onChange, children }: Props) {
  const { charge, currency, left, requested, places, earlier } = refundable
  const isValid = amountError(fields.amount, { currency, places, left }) === null
  return (
    <>
      <ChargeLine charge={charge} />
      <RefundMeter
        received={charge.amount}
        before={isOutdated ? null : requested}
        amount={isValid ? fields.amount.trim() : null}
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
        hint="Use a point for decimals, such as 12.50."
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
      {children}
      <ReasonInput
        presets={refundReasons}
        value={fields.reason}
        error={errors.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <Field label="Ticket" aside="kept for this session" error={ticketError(fields.ticket) ?? errors.ticket}>
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

/** A charge in one line: product, payment method and the moment in the service's time zone, for two charges of an order may be alike. */
function ChargeLine({ charge }: { charge: RefundedCharge }) {
  const at = serviceTime(charge.createdAt)
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-control bg-sunken px-3 py-2 text-table">
      <span className="font-medium">{charge.products.join(', ') || 'Unnamed product'}</span>
      <span className="text-muted">{charge.method}</span>
      <span className="text-muted">
        {charge.status}
        {at && ` on ${formatDay(at.day)}, ${at.time}${at.zone}`}
      </span>
    </p>
  )
}

/** What happens next, and what the service will show afterwards. The service has no refunds (service-facts 2.3, 2.5). */
function RefundPreview({ charge, currency }: Pick<Refundable, 'charge' | 'currency'>) {
  const place = describePlace(charge)
  return (
    <section aria-labelledby="refund-later">
      <h3 id="refund-later" className="mb-1 font-medium text-table">
        What happens next
      </h3>
      <ul className="grid list-disc gap-1 pl-4 text-ink-2 text-table">
        <li>Nothing is sent to the service, which can’t make refunds. Finance decides, then the refund is made at {place}.</li>
        <li>
          The charge history keeps showing {charge.amount} {currency} as {charge.status}, even after a refund. Follow each step
          here, in the buyer’s history or in the journal.
        </li>
        <li>
          Autocharge and the end date don’t change. The service may disable the subscription after the provider refunds the
          charge.
        </li>
      </ul>
    </section>
  )
}
