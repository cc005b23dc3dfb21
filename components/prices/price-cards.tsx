'use client'

import { Pencil } from 'lucide'
import { Card } from '@/components/ui/card'
import { IconButton } from '@/components/ui/icon-button'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { cn } from '@/lib/core/cn'
import type { Compared } from '@/lib/prices/compared'
import { optionTitle, ownTerms } from '@/lib/prices/option-words'
import type { Today } from '@/lib/prices/today'
import { byAddress, letterOf, type Option } from '@/lib/prices/workbench'
import { Letter } from './letter'
import { OptionName, TodayName } from './option-name'
import { PriceFigures } from './price-figures'
import type { Prices } from './use-prices'
import type { WorkbenchState } from './use-workbench'

type Props = {
  state: WorkbenchState
  prices: Prices
  today: Today | null
  nameOf: (code: string) => string
  onEdit: (key: string) => void
}

/** The comparison on a phone: one currency at a time, an option a card. */
export function PriceCards({ state, prices, today, nameOf, onEdit }: Props) {
  const { workbench, chosen } = state
  const { options, currencies } = workbench
  const price = today && prices.todayAt(chosen.currency)
  return (
    <div className="grid gap-2 sm:hidden print:hidden">
      {currencies.length > 1 && (
        <div className="overflow-x-auto">
          <SegmentedControl
            label="Currency shown"
            segments={currencies.map((value) => ({ value, label: value === byAddress ? 'Buyer’s' : value }))}
            value={chosen.currency}
            className="flex! min-w-max *:flex-auto *:justify-center"
            onChange={(currency) => state.choose({ option: chosen.option, currency })}
          />
        </div>
      )}
      {today && (
        <Card as="div" className="flex items-start gap-3 bg-surface! p-3">
          <TodayName today={today} />
          <span className="grid max-w-40 flex-none justify-items-end text-right">{price && <PriceFigures price={price} />}</span>
        </Card>
      )}
      {options.map((option, index) => (
        <OptionCard
          key={option.key}
          option={option}
          letter={letterOf(index)}
          nameOf={nameOf}
          price={prices.comparedAt(option, chosen.currency)}
          isChosen={option.key === chosen.option}
          onChoose={() => state.choose({ option: option.key, currency: chosen.currency })}
          onEdit={() => onEdit(option.key)}
        />
      ))}
    </div>
  )
}

type OptionCardProps = {
  option: Option
  letter: string
  nameOf: (code: string) => string
  price: Compared
  isChosen: boolean
  onChoose: () => void
  onEdit: () => void
}

function OptionCard({ option, letter, nameOf, price, isChosen, onChoose, onEdit }: OptionCardProps) {
  return (
    <Card as="article" className={cn('flex items-start', isChosen && 'border-accent! shadow-[inset_0_0_0_1px_var(--accent)]')}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-busy={price.isAsking || undefined}
        onClick={onChoose}
        className="flex min-h-16 min-w-0 flex-auto items-start gap-3 p-3 text-left focus-visible:-outline-offset-2"
      >
        <Letter>{letter}</Letter>
        <OptionName name={optionTitle(option, nameOf)} terms={ownTerms(option)} does={`Show receipt of ${letter}`} />
        <span className="grid max-w-36 flex-none justify-items-end text-right">
          <PriceFigures price={price} />
        </span>
      </button>
      <span className="pt-1 pr-1">
        <IconButton icon={Pencil} label={`Edit option ${letter}`} tipPlace={{ align: 'end' }} onClick={onEdit} />
      </span>
    </Card>
  )
}
