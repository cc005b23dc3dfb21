'use client'

import { X } from 'lucide'
import { Field } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { LineProblems } from '@/lib/prices/line-problems'
import { actionLabels, hasBreakdown, type Line, type PriceAction, parts, priceActions } from '@/lib/prices/workbench'
import { DraftInput } from './draft-input'
import { SubscriptionField } from './subscription-field'
import type { Suggestions } from './use-suggestions'

const partNames = { day: 'Day', week: 'Week', month: 'Month' } as const

type Props = {
  line: Line
  /** "Line 2 of option B", for who cannot see where it stands. */
  name: string
  problems: LineProblems
  /** The common discount, which holds where the line has none of its own. */
  common: string
  suggestions: Suggestions
  suggestionsId: string
  /** Where the same subscription stands in another option. */
  elsewhere: string | null
  onChange: (changed: Partial<Line>) => void
  onRemove: (() => void) | null
}

const actions = priceActions.map((value) => ({ value, label: actionLabels[value] }))

/** One line of a bundle. Its fields are those its action takes; the rules are told while it is typed. */
export function LineEditor({ line, name, problems, common, suggestions, suggestionsId, elsewhere, onChange, onRemove }: Props) {
  const { action, product } = line
  const isPurchase = action === 'purchase'
  const errorOf = (field: keyof LineProblems, value: string) => (value === '' ? undefined : problems[field])
  return (
    <fieldset aria-label={name} className="grid gap-4 px-5 py-4 max-sm:px-4">
      <div className="flex items-center justify-between gap-2">
        <SegmentedControl
          label={`Action, ${name}`}
          segments={actions}
          value={action}
          onChange={(chosen) => onChange({ action: chosen, ...subscriptionFor(chosen, line, suggestions) })}
        />
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
          <DraftInput
            {...control}
            data-first
            list={suggestionsId}
            value={product}
            placeholder="Product code"
            isWhole={(text) => text === '' || suggestions.products.some(({ code }) => code === text.trim())}
            onChange={(text) => onChange({ product: text })}
            className="font-mono tracking-mono"
          />
        )}
      </Field>
      <PriceFields line={line} problems={problems} common={common} onChange={onChange} />
      <Breakdown line={line} name={name} onChange={onChange} />
      {elsewhere && <p className="text-meta text-muted">{elsewhere}</p>}
    </fieldset>
  )
}

/** What makes the price of a product another: how many, the discount and the coupon. */
function PriceFields({ line, problems, common, onChange }: Pick<Props, 'line' | 'problems' | 'common' | 'onChange'>) {
  const { quantity, discount, coupon } = line
  const isPurchase = line.action === 'purchase'
  const typed = { autoComplete: 'off', spellCheck: false } as const
  return (
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
            placeholder={common === '' ? 'none' : `${common}, common`}
            onChange={(event) => onChange({ discount: event.target.value })}
            className="text-right"
          />
        )}
      </Field>
      <Field label="Coupon" error={problems.coupon}>
        {(control) => (
          <DraftInput
            {...control}
            value={coupon}
            placeholder="none"
            isWhole={(text) => text === ''}
            onChange={(text) => onChange({ coupon: text })}
          />
        )}
      </Field>
    </div>
  )
}

/** Which parts of time the service prices a line by as well. */
function Breakdown({ line: { action, per }, name, onChange }: Pick<Props, 'line' | 'name' | 'onChange'>) {
  if (!hasBreakdown(action)) {
    return (
      <p className="text-meta text-muted">
        {action === 'upgrade' ? 'Upgrades' : 'Downgrades'} have no price per day, week or month from the service. The figures per
        month here are our own division.
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read out twice; the label names the group.
    <div
      role="group"
      aria-label={`Also show price per period, ${name}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-table"
    >
      <span className="text-meta text-muted">Break down by</span>
      {parts.map((part) => (
        <label key={part} className="flex min-h-6 items-center gap-1.5 max-sm:min-h-10">
          <input
            type="checkbox"
            checked={per.includes(part)}
            onChange={(event) => onChange({ per: event.target.checked ? [...per, part] : per.filter((each) => each !== part) })}
            className="size-4 accent-primary"
          />
          {partNames[part]}
        </label>
      ))}
    </div>
  )
}

/** What follows from an action: the only subscription that runs is the one it is about, and a renewal takes its product over. */
function subscriptionFor(action: PriceAction, { subscription, product }: Line, { subscriptions }: Suggestions): Partial<Line> {
  const running = subscriptions.filter(({ status }) => status === 'active')
  const [only] = running
  if (action === 'purchase' || subscription !== '' || only === undefined || running.length > 1) return {}
  const code = only.product?.code
  return { subscription: only.id, ...(action === 'renew' && code && product === '' ? { product: code } : {}) }
}

function knownAs(code: string, { nameOf }: Suggestions): string | undefined {
  const name = nameOf(code)
  return code === '' || name === code ? undefined : name
}
