'use client'

import { Pin, Plus, X } from 'lucide'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { useClock } from '@/components/ui/use-clock'
import { cn } from '@/lib/core/cn'
import { inZone } from '@/lib/core/dates'
import { optionWords, termsWords } from '@/lib/prices/option-words'
import { byAddress, letterOf, type Option } from '@/lib/prices/workbench'
import { AddCurrency } from './add-currency'
import { Letter } from './letter'
import { MatrixCell } from './matrix-cell'
import type { Cells } from './use-cells'
import type { WorkbenchState } from './use-workbench'

type Props = {
  state: WorkbenchState
  cells: Cells
  currencyProblems: readonly (string | null)[]
  nameOf: (code: string) => string
  chosen: { option: string; currency: string }
  onChoose: (option: string, currency: string) => void
}

/** Options as rows, currencies as columns. */
export function Matrix({ state, cells, currencyProblems, nameOf, chosen, onChoose }: Props) {
  const { options, currencies, baseline } = state.workbench
  const pinned = options.find(({ key }) => key === baseline)
  return (
    <Card aria-labelledby="options" className="print:border-0">
      <CardHead title="Options" id="options">
        <MatrixStamp cells={cells} />
      </CardHead>
      <div className="scrolls-sideways">
        <table className="w-full border-collapse">
          <caption className="sr-only">Totals by bundle and currency</caption>
          <thead>
            <tr className="border-b">
              <th
                scope="col"
                className="px-4 py-2.5 text-left font-medium text-meta text-muted max-sm:sticky max-sm:left-0 max-sm:z-1 max-sm:bg-raised max-sm:px-3"
              >
                Bundle
              </th>
              <CurrencyHeads
                currencies={currencies}
                problems={currencyProblems}
                onChange={(next) => state.set({ currencies: next })}
              />
            </tr>
          </thead>
          <tbody>
            {options.map((option, index) => (
              <tr key={option.key} className={cn('border-b last:border-b-0', option.key === baseline && 'bg-surface')}>
                <RowHead
                  option={option}
                  letter={letterOf(index)}
                  nameOf={nameOf}
                  isOpen={option.key === state.open}
                  isBaseline={option.key === baseline}
                  onOpen={() => state.select(option.key)}
                  onPin={() => state.set({ baseline: option.key === baseline ? null : option.key })}
                />
                {currencies.map((currency) => (
                  <MatrixCell
                    key={currency}
                    name={`${letterOf(index)} in ${currency || 'the buyer’s currency'}`}
                    view={cells.viewOf({ option, currency })}
                    showsCurrency={currency === ''}
                    baseline={pinned && pinned !== option ? cells.viewOf({ option: pinned, currency }) : null}
                    isBaseline={pinned === option}
                    isChosen={chosen.option === option.key && chosen.currency === currency}
                    onChoose={() => onChoose(option.key, currency)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CardFoot className="min-h-11 flex-wrap print:hidden">
        <Button size="small" onClick={() => state.addOption()}>
          <Icon of={Plus} size={14} />
          Add a bundle
        </Button>
        <AddCurrency currencies={currencies} onAdd={(code) => state.set({ currencies: [...currencies, code] })} />
        <span className="ml-auto">
          {cells.plannedRequests === 1 ? '1 request' : `${cells.plannedRequests} requests`}, up to 4 at a time
        </span>
      </CardFoot>
    </Card>
  )
}

type RowHeadProps = {
  option: Option
  letter: string
  nameOf: (code: string) => string
  isOpen: boolean
  isBaseline: boolean
  onOpen: () => void
  onPin: () => void
}

function RowHead({ option, letter, nameOf, isOpen, isBaseline, onOpen, onPin }: RowHeadProps) {
  return (
    <th
      scope="row"
      className="w-56 min-w-48 px-4 py-3 text-left align-top font-normal max-sm:sticky max-sm:left-0 max-sm:z-1 max-sm:w-40 max-sm:min-w-40 max-sm:bg-raised max-sm:px-3"
    >
      <span className="flex items-start gap-2">
        <Letter>{letter}</Letter>
        <button
          type="button"
          aria-pressed={isOpen}
          aria-label={`Bundle ${letter}: ${optionWords(option, nameOf)}`}
          onClick={onOpen}
          className="min-w-0 flex-auto text-left text-table hover:underline aria-pressed:text-accent"
        >
          <span className="block break-words font-semibold">{optionWords(option, nameOf)}</span>
          <span className="block text-meta text-muted">{termsWords(option)}</span>
        </button>
        <Button
          variant="quiet"
          size="tiny"
          square
          aria-pressed={isBaseline}
          aria-label={isBaseline ? `Bundle ${letter} is the baseline` : `Compare with bundle ${letter}`}
          tip={isBaseline ? 'Baseline' : 'Use as baseline'}
          onClick={onPin}
          className="print:hidden"
        >
          <Icon of={Pin} size={14} className={isBaseline ? 'fill-current text-accent' : ''} />
        </Button>
      </span>
    </th>
  )
}

type CurrencyHeadsProps = {
  currencies: readonly string[]
  problems: readonly (string | null)[]
  onChange: (currencies: string[]) => void
}

/** Column heads; each currency can be removed. */
function CurrencyHeads({ currencies, problems, onChange }: CurrencyHeadsProps) {
  return (
    <>
      {currencies.map((code, index) => (
        <th key={code} scope="col" className="px-4 py-2.5 text-right align-top font-medium text-meta text-muted max-sm:px-3">
          <span className="inline-flex items-center gap-1">
            {code === byAddress ? 'Buyer’s currency' : code}
            {currencies.length > 1 && (
              <button
                type="button"
                aria-label={`Remove ${code || 'the buyer’s currency'}`}
                onClick={() => onChange(currencies.filter((each) => each !== code))}
                className="touch-area relative rounded-chip p-0.5 hover:bg-sunken hover:text-ink print:hidden"
              >
                <Icon of={X} size={12} />
              </button>
            )}
          </span>
          {problems[index] && <span className="block max-w-32 whitespace-normal text-danger">{problems[index]}</span>}
        </th>
      ))}
    </>
  )
}

/** Progress of the calculation, or when it ended and what to do next. */
function MatrixStamp({ cells: { progress, lastRun, failed, isAnyOutdated, runFailed } }: { cells: Cells }) {
  const { zone } = useClock(Date.now())
  return (
    <span className="flex flex-wrap items-center justify-end gap-2 text-meta text-muted">
      <span role="status" className="tabular-nums">
        {progress
          ? `${progress.done} of ${progress.of} prices`
          : lastRun &&
            `as of ${inZone(lastRun.at, zone).time.slice(0, 5)}, ${lastRun.requests} ${lastRun.requests === 1 ? 'request' : 'requests'}${isAnyOutdated ? ', inputs changed since' : ''}`}
      </span>
      {progress === null && failed.length > 0 && (
        <Button size="small" onClick={() => void runFailed()} className="print:hidden">
          Retry {failed.length} failed
        </Button>
      )}
    </span>
  )
}
