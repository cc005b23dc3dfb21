'use client'

import { X } from 'lucide'
import { Field } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { LineProblems } from '@/lib/prices/line-problems'
import { actionWords, hasBreakdown, type Line, type PriceAction, parts, priceActions } from '@/lib/prices/workbench'
import { SubscriptionField } from './subscription-field'
import type { Suggestions } from './use-suggestions'

const partNames = { day: 'Day', week: 'Week', month: 'Month' } as const

type Props = {
  line: Line
  /** "Line 2 of option B", for who cannot see where it stands. */
  name: string
  problems: LineProblems
  /** Whether what is still empty is called wrong already. */
  isStrict: boolean
  suggestions: Suggestions
  suggestionsId: string
  /** Where the same subscription stands in another option. */
  elsewhere: string | null
  onChange: (changed: Partial<Line>) => void
  onRemove: (() => void) | null
}

/** One line of a bundle. Its fields are those its action takes; the rules are told while it is typed. */
export function LineEditor({ line, name, problems, isStrict, suggestions, suggestionsId, elsewhere, onChange, onRemove }: Props) {
  const { action, product, quantity, discount, coupon, per } = line
  const isPurchase = action === 'purchase'
  const errorOf = (field: keyof LineProblems, value: string) => (isStrict || value !== '' ? problems[field] : undefined)
  const typed = { size: 'small', autoComplete: 'off', spellCheck: false } as const
  return (
    <fieldset aria-label={name} className="grid gap-2.5 px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <Select
          size="small"
          aria-label={`Action, ${name}`}
          value={action}
          onChange={(event) => onChange({ action: event.target.value as PriceAction })}
          className="w-32 font-semibold"
        >
          {priceActions.map((each) => (
            <option key={each} value={each}>
              {actionWords[each]}
            </option>
          ))}
        </Select>
        {onRemove && <IconButton icon={X} label={`Remove ${name}`} size="tiny" onClick={onRemove} />}
      </div>
      {!isPurchase && (
        <SubscriptionField line={line} error={errorOf('subscription', line.subscription)} {...suggestions} onChange={onChange} />
      )}
      <Field
        label={isPurchase ? 'Product' : 'Target product'}
        error={errorOf('product', product)}
        hint={knownAs(product, suggestions)}
      >
        {(control) => (
          <Input
            {...control}
            {...typed}
            list={suggestionsId}
            value={product}
            placeholder="Product code"
            onChange={(event) => onChange({ product: event.target.value })}
            className="font-mono tracking-mono"
          />
        )}
      </Field>
      <div className={isPurchase ? 'grid grid-cols-[0.75fr_1fr_1.2fr] gap-2' : 'grid grid-cols-2 gap-2'}>
        {isPurchase && (
          <Field label="Quantity" error={problems.quantity}>
            {(control) => (
              <Input
                {...control}
                {...typed}
                inputMode="numeric"
                value={quantity}
                onChange={(event) => onChange({ quantity: event.target.value })}
                className="text-right"
              />
            )}
          </Field>
        )}
        <Field label="Discount, %" error={problems.discount}>
          {(control) => (
            <Input
              {...control}
              {...typed}
              inputMode="decimal"
              value={discount}
              placeholder="none"
              onChange={(event) => onChange({ discount: event.target.value })}
              className="text-right"
            />
          )}
        </Field>
        <Field label="Coupon" error={problems.coupon}>
          {(control) => (
            <Input
              {...control}
              {...typed}
              value={coupon}
              placeholder="none"
              onChange={(event) => onChange({ coupon: event.target.value })}
            />
          )}
        </Field>
      </div>
      {hasBreakdown(action) ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read out twice; the label names the group.
        <div
          role="group"
          aria-label={`Also show price per period, ${name}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 text-table"
        >
          <span className="text-meta text-muted">Also per</span>
          {parts.map((part) => (
            <label key={part} className="flex min-h-6 items-center gap-1.5 max-sm:min-h-10">
              <input
                type="checkbox"
                checked={per.includes(part)}
                onChange={(event) =>
                  onChange({ per: event.target.checked ? [...per, part] : per.filter((each) => each !== part) })
                }
                className="size-4 accent-primary"
              />
              {partNames[part]}
            </label>
          ))}
        </div>
      ) : (
        <p className="text-meta text-muted">
          {action === 'upgrade' ? 'Upgrades' : 'Downgrades'} have no price per day, week or month.
        </p>
      )}
      {elsewhere && <p className="text-meta text-muted">{elsewhere}</p>}
    </fieldset>
  )
}

function knownAs(code: string, { nameOf }: Suggestions): string | undefined {
  const name = nameOf(code)
  return code === '' || name === code ? undefined : name
}
