'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Kbd } from '@/components/ui/kbd'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { problemsOf } from '@/lib/prices/line-problems'
import { optionWords } from '@/lib/prices/option-words'
import { priceBody } from '@/lib/prices/price-body'
import type { PriceDesk } from '@/lib/prices/price-desk'
import { taxWords } from '@/lib/prices/price-words'
import { letterOf, type Workbench } from '@/lib/prices/workbench'
import { BuyerPicker } from './buyer-picker'
import { ExportMenu } from './export-menu'
import { Matrix } from './matrix'
import { NoReceipt } from './no-receipt'
import { OfferActions } from './offer-actions'
import { OptionEditor } from './option-editor'
import { ReceiptCard } from './receipt-card'
import { refusedField, refusedLines } from './refusals'
import { SettingFields } from './setting-fields'
import { useCalculateKeys } from './use-calculate-keys'
import { useCells } from './use-cells'
import { useSuggestions } from './use-suggestions'
import { useWorkbench } from './use-workbench'
import { WaterfallChart } from './waterfall-chart'
import { WhosePrices } from './whose-prices'

type Props = {
  desk: PriceDesk
  initial: Workbench | null
  /** Whether the address held something that is no calculation. */
  isBroken: boolean
}

/** Bundles, priced side by side: what is typed on the left, the comparison in the middle, how one price came about on the right. */
export function PriceWorkbench({ desk, initial, isBroken }: Props) {
  const state = useWorkbench(initial)
  const { workbench } = state
  const [buyerAddress, setBuyerAddress] = useState('')
  const [looked, look] = useState<string | null>(null)
  const [isStrict, setIsStrict] = useState(false)
  const problems = problemsOf(workbench)
  const cells = useCells({ merchant: desk.merchant.code, buyerId: desk.buyer?.id ?? null, buyerAddress, workbench })
  const suggestions = useSuggestions(desk, cells)

  const at = workbench.options.findIndex(({ key }) => key === state.open)
  const option = workbench.options[at]
  const currency = looked !== null && workbench.currencies.includes(looked) ? looked : (workbench.currencies[0] ?? '')
  const view = option && cells.viewOf({ option, currency })
  const outcome = view?.outcome
  const priced = outcome && 'bundle' in outcome ? outcome : null
  const refused = refusedLines(workbench, cells, option)
  const addressProblem = refusedField(cells, 'x-buyer-ip')
  const held = desk.buyer === null ? 'Choose a buyer first' : undefined

  function calculate() {
    setIsStrict(true)
    if (held === undefined && problems.count === 0) void cells.runAll()
    else if (problems.count > 0)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  useCalculateKeys(calculate)
  const firstWrong = workbench.options.findIndex(({ key }) =>
    Object.values(problems.lines[key] ?? {}).some((of) => Object.keys(of).length > 0),
  )

  return (
    <>
      <PageHead
        title="Prices"
        description={<WhosePrices desk={desk} isTooLong={state.isTooLong} />}
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            <ExportMenu workbench={workbench} cells={cells} nameOf={suggestions.nameOf} />
            <CopyLink />
            <Button variant="primary" disabledBecause={held} tipPlace={{ align: 'end', side: 'bottom' }} onClick={calculate}>
              {cells.progress ? `Calculating, ${cells.progress.done} of ${cells.progress.of}` : 'Calculate prices'}{' '}
              <Kbd>Ctrl ⏎</Kbd>
            </Button>
          </span>
        }
      />
      {isBroken && (
        <Notice kind="neutral" role="status" className="mb-4">
          This link is cut short, or none of ours: the workbench is empty.
        </Notice>
      )}
      {desk.buyer === null && <BuyerPicker desk={desk} workbench={workbench} />}
      {isStrict && problems.count > 0 && (
        <p role="alert" className="mb-3 text-danger text-table">
          {problems.count === 1 ? 'One field' : `${problems.count} fields`} to correct
          {firstWrong >= 0 && firstWrong !== at ? `, first in bundle ${letterOf(firstWrong)}` : ''}. Nothing was sent.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[18.5rem_minmax(0,1fr)] lg:grid-cols-[19.5rem_minmax(0,1fr)_20.5rem] print:block">
        <div className="max-md:order-2 md:row-span-2 lg:row-span-1 print:hidden">
          <OptionEditor {...{ state, problems, refused, isStrict, suggestions }}>
            <SettingFields
              workbench={workbench}
              localeProblem={problems.locale}
              buyer={desk.buyer}
              buyerAddress={buyerAddress}
              addressProblem={addressProblem}
              onChange={state.set}
              onAddress={setBuyerAddress}
            />
          </OptionEditor>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:order-1 print:mb-4 print:block">
          <Matrix
            {...{ state, cells }}
            currencyProblems={problems.currencies}
            nameOf={suggestions.nameOf}
            chosen={{ option: state.open, currency }}
            onChoose={(key, code) => {
              state.select(key)
              look(code)
            }}
          />
          {priced && (
            <WaterfallChart
              name={`${letterOf(at)} in ${priced.answer.currency}`}
              bundle={priced.bundle}
              currency={priced.answer.currency}
              tax={taxWords(priced.answer.tax)}
            />
          )}
        </div>
        <div className="max-md:order-1 md:col-start-2 lg:col-start-3">
          {!priced && <NoReceipt />}
          {priced && option && (
            <ReceiptCard
              name={`${letterOf(at)} in ${priced.answer.currency}`}
              answer={priced.answer}
              bundle={priced.bundle}
              isOutdated={view?.isOutdated}
              actions={
                desk.buyer &&
                !view?.isOutdated && (
                  <OfferActions
                    offer={{
                      ...{ merchant: desk.merchant.code, buyerId: desk.buyer.id, buyerAddress },
                      words: optionWords(option, suggestions.nameOf),
                      request: priceBody([option], priced.answer.currency ?? currency, workbench),
                    }}
                    mayAct={desk.mayAct}
                  />
                )
              }
            />
          )}
        </div>
      </div>
    </>
  )
}

/** The address changes without the page being drawn, so it is read when it is wanted. */
function CopyLink() {
  return <CopyButton text={() => location.href} label="Copy link" variant="default" size="normal" />
}
