import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Amount } from '@/components/ui/amount'
import { operationQuery } from '@/lib/client/operation-query'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import type { ActionsContext, Target } from './opening'
import { TextField } from './text-field'

type Props = { form: VerbForm['form']; target: Target; context: ActionsContext }

/** The product to move down to: picked from the service's own list where the account can read it, else its id, typed or suggested. */
export function ProductField({ form, target, context: { merchant, buyer, products } }: Props) {
  const suggestionsId = useId()
  const params = { buyerId: buyer.id, subscriptionId: target.id }
  const { data } = useQuery(operationQuery('listDowngradeTargets', { merchant: merchant.code, params }))
  const chosen = form.watch('productId')
  const listed = data?.data.products ?? []
  const choose = (id: string) => form.setValue('productId', id, { shouldDirty: true, shouldValidate: true })

  return (
    <>
      {listed.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 font-medium text-table">Lower plans</legend>
          <div className="divide-y rounded-control border text-table">
            {listed.map(({ id, name, code, prices }) => (
              <label key={id} className="flex min-h-10 items-center gap-2.5 px-3 py-1.5 hover:bg-hover">
                <input
                  type="radio"
                  name="product"
                  checked={chosen === id}
                  onChange={() => choose(id)}
                  className="accent-primary"
                />
                <span className="min-w-0 flex-auto">
                  <bdi className="font-medium">{name ?? code ?? id}</bdi>{' '}
                  {name && code && <span className="font-mono text-meta text-muted tracking-mono">{code}</span>}
                </span>
                <Amount value={prices?.amount?.amountWithDiscountAndCouponAndTax} currency={data?.data.currency} />
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <TextField
        form={form}
        name="productId"
        label="Product id"
        list={listed.length === 0 ? suggestionsId : undefined}
        spellCheck={false}
        mono
        hint={hints[data === undefined ? 'unlisted' : listed.length === 0 ? 'none' : 'listed']}
      />
      {listed.length === 0 && (
        <datalist id={suggestionsId}>
          {products.map(({ id, name, code }) => (
            <option key={id} value={id}>
              {[name, code].filter(Boolean).join(', ')}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

const hints = {
  unlisted: 'The id of the lower plan’s product. We suggest products from this buyer’s orders.',
  none: 'The service lists no lower plan for this subscription.',
  listed: 'Filled in when you choose above. You can also enter it.',
}
