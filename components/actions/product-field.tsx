import { ChevronDown } from 'lucide'
import { useId, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Icon } from '@/components/ui/icon'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import { formatDay } from '@/lib/core/dates'
import { type Plan, type PlanGroup, planName, priceDifference } from '@/lib/prices/lower-plans'
import type { ActionsContext, Target } from './opening'
import { Swing } from './preview-panel'
import { TextField } from './text-field'
import { type PlanChange, useLowerPlans } from './use-plan-change'

type Props = { form: VerbForm['form']; target: Target; context: ActionsContext }

/** The plan to move down to: picked from the service's own list where the account can read it, else its id, typed or suggested. */
export function ProductField({ form, target, context }: Props) {
  const suggestionsId = useId()
  const { groups, currency, isListed } = useLowerPlans(target, context)
  const chosen = form.watch('productId')
  const isEmpty = groups.length === 0
  const choose = (id: string) => form.setValue('productId', id, { shouldDirty: true, shouldTouch: true, shouldValidate: true })

  return (
    <>
      {!isEmpty && (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium text-table">Move to</legend>
          <div className="divide-y overflow-clip rounded-control border text-table">
            {groups.map((group) => (
              <Group key={group.title} group={group} currency={currency} chosen={chosen} onChoose={choose} />
            ))}
          </div>
        </fieldset>
      )}
      <TextField
        form={form}
        name="productId"
        label="Product id"
        list={isEmpty ? suggestionsId : undefined}
        spellCheck={false}
        mono
        aside={isEmpty ? undefined : 'filled in when you choose above'}
        hint={isEmpty ? hints[isListed ? 'none' : 'unlisted'] : undefined}
      />
      {isEmpty && (
        <datalist id={suggestionsId}>
          {context.products.map(({ id, name, code }) => (
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
}

const shownAtFirst = 2

type GroupProps = { group: PlanGroup; currency: string | null; chosen: string | undefined; onChoose: (id: string) => void }

/** The plans of one term: two of them, and the rest once somebody wants it or has chosen one of it. */
function Group({ group: { title, plans }, currency, chosen, onChoose }: GroupProps) {
  const [isOpen, setIsOpen] = useState(false)
  const rest = plans.slice(shownAtFirst)
  const isUnfolded = isOpen || rest.some(({ id }) => id === chosen)
  return (
    <>
      {title !== null && <p className="bg-surface px-3 py-1.5 font-medium text-meta text-muted">{title}</p>}
      {(isUnfolded ? plans : plans.slice(0, shownAtFirst)).map((plan) => (
        <PlanRow key={plan.id} plan={plan} currency={currency} checked={plan.id === chosen} onChoose={() => onChoose(plan.id)} />
      ))}
      {rest.length > 0 && !isUnfolded && (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="flex min-h-9 w-full items-center gap-2.5 px-3 text-left text-muted hover:bg-hover max-sm:min-h-10"
        >
          <Icon of={ChevronDown} size={14} />
          <span className="min-w-0 truncate">
            Show {rest.length} more: {rest.map(planName).join(', ')}
          </span>
        </button>
      )}
    </>
  )
}

type RowProps = { plan: Plan; currency: string | null; checked: boolean; onChoose: () => void }

const PlanRow = ({ plan: { name, term, price, monthly }, currency, checked, onChoose }: RowProps) => (
  <label className="grid min-h-9 cursor-pointer grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 py-1 hover:bg-hover has-checked:bg-selected max-sm:min-h-10 sm:grid-cols-[1rem_minmax(0,1fr)_8rem_7rem]">
    <input type="radio" name="product" checked={checked} onChange={onChoose} className="size-4 accent-primary" />
    <span className="min-w-0 wrap-anywhere">
      <bdi className={checked ? 'font-semibold' : 'font-medium'}>{name}</bdi> {term && <span className="text-muted">{term}</span>}
    </span>{' '}
    <span className="text-right text-muted tabular-nums max-sm:hidden">
      {monthly !== null && (
        <>
          <Amount value={monthly} /> a month
        </>
      )}
    </span>{' '}
    <Amount value={price} currency={currency} className="text-right" />
  </label>
)

/** The plan now with what was last paid for it, and the chosen one with its price. What is not known is said. */
export function PlanSwing({ now, paid, chosen, currency, isSameTerm }: PlanChange) {
  const { price } = chosen
  const before = { amount: paid?.amount ?? null, currency: paid?.currency ?? null }
  const unknown = 'the price isn’t known'
  return (
    <Swing
      before={{
        label: now === null ? 'The plan now' : <bdi>{now}</bdi>,
        value: <Amount value={before.amount} currency={before.currency} />,
        note: before.amount === null ? unknown : paid?.day ? `last paid ${formatDay(paid.day)}` : 'last paid',
      }}
      after={{
        label: <bdi>{planName(chosen)}</bdi>,
        value: <Amount value={price} currency={currency} received />,
        note: price === null ? unknown : 'from the service',
      }}
      difference={isSameTerm ? priceDifference(before, { amount: price, currency }) : null}
    />
  )
}
