import type { CommandForm } from '@/lib/client/commands/use-command-form'
import { daysBetween, dayWords, shortDay } from '@/lib/dates'
import type { VerbName } from '@/lib/verb-words'
import { EmailField } from './email-field'
import type { ActionsDesk, Target } from './opening'
import { ProductField } from './product-field'
import { ReasonField } from './reason-field'
import { TextField } from './text-field'

type Props = { verb: VerbName; form: CommandForm; target: Target; desk: ActionsDesk; today: string; tomorrow: string }

/** What a person types for a verb. A verb that needs nothing has no field. */
export function VerbFields({ verb, form, target, desk, today, tomorrow }: Props) {
  switch (verb) {
    case 'changeEmail':
      return <EmailField form={form.form} merchant={desk.merchant} buyerId={desk.buyer.id} ticket={desk.ticket} />
    case 'autochargeOff':
      return <ReasonField form={form} required={false} />
    case 'renewNow':
      return <ReasonField form={form} required />
    case 'changeEndDate':
      return (
        <>
          <TextField
            form={form.form}
            name="expirationDate"
            label="New end date"
            type="date"
            min={tomorrow}
            max="2099-12-31"
            aside={awayWords(form.values.expirationDate, today)}
            hint={`From ${dayWords(tomorrow)} on. Today’s date, ${shortDay(today, today)} in ${desk.merchant.timeZone}, renews and charges: that is Renew now, in the subscription’s … menu.`}
          />
          <ReasonField form={form} required />
        </>
      )
    case 'downgrade':
      return <ProductField form={form.form} target={target} desk={desk} />
    default:
      return null
  }
}

function awayWords(day: string | undefined, today: string): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const days = daysBetween(today, day)
  return days > 0 ? `in ${days} ${days === 1 ? 'day' : 'days'}` : undefined
}
