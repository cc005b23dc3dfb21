'use client'

import { Pencil } from 'lucide'
import { type KeyboardEvent, useId } from 'react'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'
import { optionTitle, ownTerms } from '@/lib/prices/option-words'
import type { Today } from '@/lib/prices/today'
import { letterOf, type Option } from '@/lib/prices/workbench'
import { Letter } from './letter'
import { OptionName, TodayName } from './option-name'
import { PriceFigures } from './price-figures'
import { nameOfColumn, PriceTableHeads } from './price-table-heads'
import type { Prices } from './use-prices'
import type { Place, WorkbenchState } from './use-workbench'

type Props = {
  state: WorkbenchState
  prices: Prices
  today: Today | null
  problems: readonly (string | null)[]
  nameOf: (code: string) => string
  onEdit: (key: string) => void
}

const steps: Record<string, readonly [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the chosen price and the focus by arrow keys; `idOf` is where each stands. */
function useArrows({ workbench: { options, currencies }, chosen, choose }: WorkbenchState, idOf: (place: Place) => string) {
  return (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!(event.target instanceof Element) || !event.target.closest('td')) return
    event.preventDefault()
    const option = options[options.findIndex(({ key }) => key === chosen.option) + step[0]]
    const currency = currencies[currencies.indexOf(chosen.currency) + step[1]]
    if (option === undefined || currency === undefined) return
    const place = { option: option.key, currency }
    choose(place)
    document.getElementById(idOf(place))?.focus()
  }
}

/** Options as rows, currencies as columns, what is paid today above them. Arrow keys move the chosen price. */
export function PriceTable({ state, prices, today, problems, nameOf, onEdit }: Props) {
  const id = useId()
  const { workbench, chosen } = state
  const { options, currencies, baseline } = workbench
  const idOf = ({ option, currency }: Place) =>
    `${id}-${options.findIndex(({ key }) => key === option)}-${currencies.indexOf(currency)}`
  const move = useArrows(state, idOf)
  const row = (option: Option, index: number) => {
    const isChosen = option.key === chosen.option
    const letter = letterOf(index)
    const head = { option, letter, nameOf, isChosen, isBaseline: option.key === baseline }
    return (
      <tr key={option.key} className={cn('border-b last:border-b-0', isChosen && 'bg-selected')}>
        <OptionHead {...head} onEdit={() => onEdit(option.key)} />
        {currencies.map((currency) => (
          <PriceCell
            key={currency}
            id={idOf({ option: option.key, currency })}
            name={`${letter} in ${nameOfColumn(currency)}`}
            price={prices.comparedAt(option, currency)}
            isChosen={isChosen && chosen.currency === currency}
            onChoose={() => state.choose({ option: option.key, currency })}
          />
        ))}
      </tr>
    )
  }
  return (
    <div className="scrolls-sideways max-sm:hidden print:block">
      <table className="w-full table-fixed border-collapse" onKeyDown={move}>
        <caption className="sr-only">Prices by option and currency</caption>
        <PriceTableHeads state={state} problems={problems} paidIn={today?.paid?.currency ?? today?.paysIn ?? null} />
        <tbody>
          {today && <TodayRow today={today} currencies={currencies} prices={prices} />}
          {options.map(row)}
        </tbody>
      </table>
    </div>
  )
}

function TodayRow({ today, currencies, prices }: { today: Today; currencies: readonly string[]; prices: Prices }) {
  return (
    <tr className="border-b bg-surface">
      <th scope="row" className="sticky left-0 z-1 h-21 bg-surface pr-3 pl-4 text-left font-normal max-lg:h-18">
        <span className="flex items-center gap-2.5">
          <TodayName today={today} />
        </span>
      </th>
      {currencies.map((currency) => {
        const price = prices.todayAt(currency)
        return (
          <td key={currency} aria-busy={price?.isAsking || undefined} className="h-21 px-3 max-lg:h-18">
            <span className="grid justify-items-end text-right">{price && <PriceFigures price={price} />}</span>
          </td>
        )
      })}
    </tr>
  )
}

type OptionHeadProps = {
  option: Option
  letter: string
  nameOf: (code: string) => string
  isChosen: boolean
  isBaseline: boolean
  onEdit: () => void
}

function OptionHead({ option, letter, nameOf, isChosen, isBaseline, onEdit }: OptionHeadProps) {
  return (
    <th
      scope="row"
      className={cn('sticky left-0 z-1 h-21 p-0 text-left font-normal max-lg:h-18', isChosen ? 'bg-selected' : 'bg-raised')}
    >
      <button
        type="button"
        onClick={onEdit}
        className="group relative flex h-full min-h-18 w-full items-center gap-2.5 py-1.5 pr-3 pl-4 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Letter>{letter}</Letter>
        <OptionName
          name={optionTitle(option, nameOf)}
          terms={`${ownTerms(option)}${isBaseline ? ', compared with' : ''}`}
          does={`Edit option ${letter}`}
          className="pr-5"
        />
        <Icon
          of={Pencil}
          size={14}
          className={cn(
            'absolute top-1/2 right-3 -translate-y-1/2 text-muted print:hidden',
            !isChosen && 'opacity-0 group-hover:opacity-100',
          )}
        />
      </button>
    </th>
  )
}

type PriceCellProps = {
  id: string
  name: string
  price: ReturnType<Prices['comparedAt']>
  isChosen: boolean
  onChoose: () => void
}

function PriceCell({ id, name, price, isChosen, onChoose }: PriceCellProps) {
  return (
    <td className="h-21 p-0 max-lg:h-18">
      <button
        id={id}
        type="button"
        tabIndex={isChosen ? 0 : -1}
        aria-pressed={isChosen}
        aria-busy={price.isAsking || undefined}
        onClick={onChoose}
        className={cn(
          'grid h-full min-h-18 w-full content-center justify-items-end px-3 py-1.5 text-right hover:bg-hover focus-visible:-outline-offset-2',
          isChosen && 'shadow-[inset_0_0_0_2px_var(--accent)] print:shadow-none',
        )}
      >
        <span className="sr-only">Show receipt of {name}: </span>
        <PriceFigures price={price} />
      </button>
    </td>
  )
}
