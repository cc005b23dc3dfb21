import { useQuery } from '@tanstack/react-query'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { useSettled } from '@/lib/client/use-settled'
import { emailTakenQuery } from '@/lib/commands/client/email-taken-query'
import type { OrderForm } from '@/lib/prices/client/order-form'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { MistypedEmail } from './mistyped-email'
import { OrderField } from './order-field'

type Props = { order: OrderForm; context: NewOrderContext }

/** Who is to pay: somebody the desk knows, whose e-mail stays masked, or an e-mail that is typed. */
export function OrderBuyerFields({ order, context: { merchant, buyers } }: Props) {
  const { form, values } = order
  const isTyped = (values.buyerId ?? '') === ''
  const typed = useSettled(values.email?.trim() ?? '', 300)
  const { data: holder } = useQuery({ ...emailTakenQuery(merchant.code, typed), enabled: isTyped && typed.includes('@') })
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      {buyers.length > 0 && (
        <Field label="Buyer" error={form.formState.errors.buyerId?.message}>
          {(control) => (
            <Select {...control} {...form.register('buyerId')}>
              <option value="">Enter an e-mail address</option>
              {buyers.map(({ buyerId, email, country }) => (
                <option key={buyerId} value={buyerId}>
                  {[email, country].filter(Boolean).join(', ')}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {isTyped ? (
        <>
          <OrderField
            order={order}
            name="email"
            label="E-mail"
            type="email"
            autoCapitalize="none"
            hint={
              <>
                <MistypedEmail typed={typed} onTake={(email) => form.setValue('email', email, { shouldDirty: true })} />
                {holder && 'A buyer has this e-mail address, so the order is linked to them.'}
              </>
            }
          />
          <OrderField order={order} name="locale" label="Locale" aside="optional" maxLength={2} placeholder="en" />
        </>
      ) : (
        <p className="self-center text-meta text-muted sm:pt-5">The order uses the e-mail we know for this buyer.</p>
      )}
    </div>
  )
}
