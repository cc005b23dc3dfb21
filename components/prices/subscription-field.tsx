import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { dayIn, formatDay, momentOf } from '@/lib/core/dates'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import type { Line } from '@/lib/prices/workbench'

type Props = {
  line: Line
  error: string | undefined
  subscriptions: readonly Subscription[]
  isReading: boolean
  /** The merchant account's, in which a subscription ends on a day. */
  zone: string
  onChange: (changed: Partial<Line>) => void
}

/** The subscription an action is about: chosen where the account can read them, else its id is typed. A renewal takes its product over. */
export function SubscriptionField({
  line: { action, subscription, product },
  error,
  subscriptions,
  isReading,
  zone,
  onChange,
}: Props) {
  function choose(id: string) {
    const code = subscriptions.find((each) => each.id === id)?.product?.code
    onChange({ subscription: id, ...(action === 'renew' && code && product === '' ? { product: code } : {}) })
  }
  const isListed = subscription === '' || subscriptions.some(({ id }) => id === subscription)
  return (
    <Field label="Subscription" error={error}>
      {(control) =>
        subscriptions.length === 0 && !isReading ? (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={subscription}
            placeholder="Subscription id"
            onChange={(event) => onChange({ subscription: event.target.value })}
            className="font-mono tracking-mono"
          />
        ) : (
          <Select {...control} value={subscription} onChange={(event) => choose(event.target.value)}>
            <option value="">{isReading ? 'Loading subscriptions…' : 'Choose a subscription'}</option>
            {subscriptions.map((each) => (
              <option key={each.id} value={each.id}>
                {wordsOf(each, zone)}
              </option>
            ))}
            {!isListed && <option value={subscription}>{subscription}</option>}
          </Select>
        )
      }
    </Field>
  )
}

function wordsOf({ id, product, endDate, status }: Subscription, zone: string): string {
  const moment = momentOf(endDate)
  const end = moment === null ? null : `ends ${formatDay(dayIn(moment, zone))}`
  return [product?.name ?? product?.code ?? id.slice(0, 8), end, status === 'active' ? null : status].filter(Boolean).join(', ')
}
